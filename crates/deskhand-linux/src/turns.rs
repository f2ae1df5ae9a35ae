//! When a thread gets its turn on a processor.

use std::io;
use std::mem::size_of;

/// The shortest turn that Linux knows.
const TURN_NANOSECONDS: u64 = 100_000;

/// Has the calling thread ask for short turns. One that does so gets no more of a processor than before, but gets it as soon
/// as there is something for it to do, also from a thread that has just begun its own turn: as servers should that pass
/// questions on and are waited for. Its children ask for nothing.
///
/// Linux has listened to this since 6.12; before, nothing comes of it.
pub fn ask_for_short_turns() -> io::Result<()> {
    let mut wish = wish()?;
    // Whoever gave the thread another policy knows more of its turns.
    if u32::try_from(libc::SCHED_OTHER).is_ok_and(|other| wish.sched_policy == other) {
        wish.sched_flags |= u64::try_from(libc::SCHED_FLAG_RESET_ON_FORK).unwrap_or_default();
        wish.sched_runtime = TURN_NANOSECONDS;
        tell(&wish)?;
    }
    Ok(())
}

/// What the calling thread asks for.
#[expect(unsafe_code, reason = "there is no safe call for it")]
fn wish() -> io::Result<libc::sched_attr> {
    let mut wish = libc::sched_attr {
        size: SIZE,
        sched_policy: 0,
        sched_flags: 0,
        sched_nice: 0,
        sched_priority: 0,
        sched_runtime: 0,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: the kernel writes no more than the size that it is told, which is that of the structure.
    let done = unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut wish, SIZE, 0) };
    if done == 0 { Ok(wish) } else { Err(io::Error::last_os_error()) }
}

#[expect(unsafe_code, reason = "there is no safe call for it")]
fn tell(wish: &libc::sched_attr) -> io::Result<()> {
    // SAFETY: the kernel reads as many bytes as the structure says that it has.
    let done = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, wish, 0) };
    if done == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

#[expect(clippy::cast_possible_truncation, reason = "it has some fifty bytes")]
const SIZE: u32 = size_of::<libc::sched_attr>() as u32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thread_asks_for_itself_and_stays_what_it_was_otherwise() {
        let asked = std::thread::spawn(|| {
            let before = wish().unwrap();
            ask_for_short_turns().unwrap();
            let of_another = std::thread::spawn(|| wish().unwrap()).join().unwrap();
            (before, wish().unwrap(), of_another)
        });
        let (before, after, of_another) = asked.join().unwrap();
        assert_eq!((after.sched_policy, after.sched_nice), (before.sched_policy, before.sched_nice));
        assert_ne!(after.sched_flags & libc::SCHED_FLAG_RESET_ON_FORK as u64, 0);
        // Kernels that do not listen to it do not tell it either.
        assert!([TURN_NANOSECONDS, before.sched_runtime].contains(&after.sched_runtime));
        assert_eq!(of_another.sched_flags & libc::SCHED_FLAG_RESET_ON_FORK as u64, 0);
        assert_ne!(of_another.sched_runtime, TURN_NANOSECONDS);
    }
}
