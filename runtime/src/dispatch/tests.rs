//! Calls through the whole road: lookup, credentials, channels.
