//! Pictures of what a page looks like, whether or not its window is in sight.

mod size;
