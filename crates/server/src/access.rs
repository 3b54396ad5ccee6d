//! The settings by which clients may reach the server: hosts, origins and proxies.

use crate::client_addr::Proxy;
use crate::hosts::Hosts;

/// The settings by which clients may reach the server: hosts, origins and proxies.
pub(crate) struct Access {
    pub(crate) hosts: Hosts,
    /// Origins of other sites whose pages may connect.
    pub(crate) origins: Vec<String>,
    pub(crate) proxy: Proxy,
}
