//! The hosts, origins and proxies by which clients may reach the server.

use crate::client_addr::Proxy;
use crate::hosts::Hosts;

/// The hosts, origins and proxies by which clients may reach the server.
pub(crate) struct Access {
    pub(crate) hosts: Hosts,
    /// Origins of other sites whose pages may connect.
    pub(crate) origins: Vec<String>,
    pub(crate) proxy: Proxy,
}
