mod click;
mod perform;
mod release;
mod send_keys;
