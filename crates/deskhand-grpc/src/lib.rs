//! Windows and their observation over gRPC.
