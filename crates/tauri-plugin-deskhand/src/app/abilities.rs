use deskhand_page::Ability;

/// What can be asked for wherever web views are driven.
pub(crate) const ABILITIES: &[Ability] = &[
    Ability::OwnWorld,
    Ability::ForeignFrames,
    Ability::TrustedInput,
    Ability::Dialogs,
    Ability::Cookies,
    Ability::Files,
    Ability::Pictures,
    Ability::Print,
    Ability::NewViews,
    Ability::Windows,
    Ability::InsecureCertificates,
];
