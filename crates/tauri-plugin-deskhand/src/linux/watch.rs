//! Hearing from the main loop that there is something to read.

use std::ffi::c_void;
use std::os::fd::RawFd;

use gtk::glib::translate::{IntoGlib as _, from_glib_full};
use gtk::glib::{self, IOCondition, Source, ffi};

/// Who is called back.
type Callback = Box<dyn Fn()>;

/// Has the main loop call back whenever something can be read from a descriptor, or its other side is gone, for as long as
/// this is kept.
///
/// While it is called back, the main loop does not take the descriptor from what it polls, as it does by default: that wakes
/// it up for another turn each time, which takes longer than a short question. So it can be called while it is, where
/// somebody runs a main loop within it.
pub(super) struct Watch(Source);

impl Watch {
    /// The descriptor must stay open for as long as this lives.
    #[expect(unsafe_code)]
    pub(super) fn new(descriptor: RawFd, callback: impl Fn() + 'static) -> Watch {
        let callback: *mut Callback = Box::into_raw(Box::new(Box::new(callback)));
        let what = (IOCondition::IN | IOCondition::HUP).into_glib();
        // SAFETY: the source is made here and is ours. A source of this kind calls a function of the type of `ready`, which
        // has to be handed over as one of another type, with the pointer, which is freed by `release` and only then.
        // It does so on the main thread, where the callback was made.
        let source: Source = unsafe {
            let source = ffi::g_unix_fd_source_new(descriptor, what);
            let ready = std::mem::transmute::<
                unsafe extern "C" fn(i32, u32, *mut c_void) -> i32,
                unsafe extern "C" fn(*mut c_void) -> i32,
            >(ready);
            ffi::g_source_set_callback(source, Some(ready), callback.cast(), Some(release));
            ffi::g_source_set_can_recurse(source, glib::ffi::GTRUE);
            from_glib_full(source)
        };
        source.attach(None);
        Watch(source)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.destroy();
    }
}

#[expect(unsafe_code)]
unsafe extern "C" fn ready(_descriptor: i32, _what: u32, callback: *mut c_void) -> i32 {
    // SAFETY: the main loop keeps what the source was given until it has called `release`, and does not do so within this.
    let callback = unsafe { &*callback.cast::<Callback>() };
    callback();
    ffi::G_SOURCE_CONTINUE
}

#[expect(unsafe_code)]
unsafe extern "C" fn release(callback: *mut c_void) {
    // SAFETY: it was made by `Box::into_raw`, and this is called once.
    drop(unsafe { Box::from_raw(callback.cast::<Callback>()) });
}
