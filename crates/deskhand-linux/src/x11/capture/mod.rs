//! Pictures of the screen and of windows.

mod pixels;
mod port;
mod screen;
mod window;
