//! The settings that decide which clients may reach the server: host names, origins and the proxy.

use crate::client_addr::Proxy;
use crate::hosts::Hosts;

/// The settings that decide which clients may reach the server: host names, origins and the proxy.
pub(crate) struct Access {
    pub(crate) hosts: Hosts,
    /// Origins of other sites whose pages may connect to this server, such as `https://games.example`.
    pub(crate) origins: Vec<String>,
    pub(crate) proxy: Proxy,
}
