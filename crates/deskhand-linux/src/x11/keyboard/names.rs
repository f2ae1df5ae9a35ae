//! Key names: what people write, and the X11 symbol that is meant.

use std::collections::HashMap;
use std::sync::OnceLock;

use deskhand_model::{Error, ErrorKind, did_you_mean, nearest_names};
use xkeysym::{Keysym, key};

/// Symbols that have names of use on a keyboard: Latin-1, dead and ISO keys, function keys, media keys.
const RANGES: [std::ops::RangeInclusive<u32>; 4] =
    [0x20..=0xff, 0xfe00..=0xfeff, 0xff00..=0xffff, 0x1008_fe00..=0x1008_ffff];

/// Other names that people know keys by.
const ALIASES: &[(&str, u32)] = &[
    ("Enter", key::Return),
    ("Esc", key::Escape),
    ("Del", key::Delete),
    ("Ins", key::Insert),
    ("Spacebar", key::space),
    ("PgUp", key::Page_Up),
    ("PgDn", key::Page_Down),
    ("PgDown", key::Page_Down),
    ("Page_Up", key::Page_Up),
    ("Page_Down", key::Page_Down),
    ("ArrowLeft", key::Left),
    ("ArrowRight", key::Right),
    ("ArrowUp", key::Up),
    ("ArrowDown", key::Down),
    ("PrintScreen", key::Print),
    ("PrtSc", key::Print),
    ("ContextMenu", key::Menu),
    ("Apps", key::Menu),
    ("BackTab", key::ISO_Left_Tab),
    ("Ctrl", key::Control_L),
    ("Control", key::Control_L),
    ("Shift", key::Shift_L),
    ("Alt", key::Alt_L),
    ("AltGr", key::ISO_Level3_Shift),
    ("Super", key::Super_L),
    ("Win", key::Super_L),
    ("Meta", key::Super_L),
    ("Cmd", key::Super_L),
    ("MediaPlayPause", key::XF86_AudioPlay),
    ("PlayPause", key::XF86_AudioPlay),
    ("MediaStop", key::XF86_AudioStop),
    ("MediaNext", key::XF86_AudioNext),
    ("MediaPrevious", key::XF86_AudioPrev),
    ("VolumeUp", key::XF86_AudioRaiseVolume),
    ("VolumeDown", key::XF86_AudioLowerVolume),
    ("VolumeMute", key::XF86_AudioMute),
    ("Mute", key::XF86_AudioMute),
    ("BrightnessUp", key::XF86_MonBrightnessUp),
    ("BrightnessDown", key::XF86_MonBrightnessDown),
    ("EuroSign", key::EuroSign),
];

/// The symbol that `name` means, whatever its case and whether its words are joined by `_`, `-` or nothing.
pub(super) fn symbol(name: &str) -> Result<Keysym, Error> {
    let table = table();
    if let Some(&(_, symbol)) = table.get(&plain(name)) {
        return Ok(Keysym::new(symbol));
    }
    let mut names: Vec<&str> = table.values().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    let nearest = nearest_names(name, names, 3);
    Err(Error::new(ErrorKind::InvalidArgument, format!("there is no key `{name}`{}", did_you_mean(&nearest)))
        .hint("keys are named as on the keyboard (Return, Escape, Page_Up, F5, KP_Enter), or are a single character"))
}

/// Plain name to shown name and symbol.
fn table() -> &'static HashMap<String, (String, u32)> {
    static TABLE: OnceLock<HashMap<String, (String, u32)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = HashMap::new();
        let named = RANGES.into_iter().flatten().filter_map(|symbol| Some((shown(symbol)?, symbol)));
        for (name, symbol) in named {
            // Two names that differ only in case (Adiaeresis, adiaeresis) mean the same key: the one without Shift.
            let is_better = name.chars().all(|c| !c.is_uppercase());
            let entry = table.entry(plain(&name));
            match entry {
                std::collections::hash_map::Entry::Occupied(mut taken) if is_better => {
                    taken.insert((name, symbol));
                }
                std::collections::hash_map::Entry::Occupied(_) => {}
                std::collections::hash_map::Entry::Vacant(free) => {
                    free.insert((name, symbol));
                }
            }
        }
        for &(alias, symbol) in ALIASES {
            table.insert(plain(alias), (alias.to_owned(), symbol));
        }
        table
    })
}

/// The name as X11's own tools write it: `Return`, `XF86AudioPlay`.
fn shown(symbol: u32) -> Option<String> {
    let name = Keysym::new(symbol).name()?;
    Some(match name.strip_prefix("XF86XK_").or_else(|| name.strip_prefix("XF86_")) {
        Some(media) => format!("XF86{media}"),
        None => name.strip_prefix("XK_").unwrap_or(name).to_owned(),
    })
}

fn plain(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_whatever_their_spelling() {
        for (name, expected) in [
            ("Return", key::Return),
            ("enter", key::Return),
            ("ESC", key::Escape),
            ("escape", key::Escape),
            ("Del", key::Delete),
            ("PageUp", key::Page_Up),
            ("page_up", key::Page_Up),
            ("Prior", key::Page_Up),
            ("Page-Down", key::Page_Down),
            ("left", key::Left),
            ("ArrowUp", key::Up),
            ("f1", key::F1),
            ("F24", key::F24),
            ("KP_Enter", key::KP_Enter),
            ("kp_5", key::KP_5),
            ("Tab", key::Tab),
            ("BackTab", key::ISO_Left_Tab),
            ("space", key::space),
            ("plus", key::plus),
            ("adiaeresis", key::adiaeresis),
            ("Adiaeresis", key::adiaeresis),
            ("XF86AudioPlay", key::XF86_AudioPlay),
            ("volumeup", key::XF86_AudioRaiseVolume),
            ("altgr", key::ISO_Level3_Shift),
            ("Caps_Lock", key::Caps_Lock),
            ("Menu", key::Menu),
        ] {
            assert_eq!(symbol(name).unwrap().raw(), expected, "{name}");
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest_ones() {
        let error = symbol("Retrun").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidArgument);
        assert!(error.message().contains("`Return`"), "{}", error.message());
        assert!(symbol("").is_err());
    }
}
