//! What the tests share: fixture folders, servers and clients.
