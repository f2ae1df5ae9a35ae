//! A deterministic desktop in memory.
