//! Carries the dispatcher's calls over MCP.
