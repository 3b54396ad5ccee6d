//! Challenges that authenticators sign, and checks of the signed answers: the steps of Web Authentication
//! Level 3, §7.1 and §7.2, for a site that requests no attestation. The server stores nothing between
//! challenge and answer. Instead, a challenge contains an authentication code over the browser, the operation
//! and the expiry time.

use std::net::IpAddr;

use axum::http::Uri;
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey,
    VerificationAlgorithm,
};
use serde::Deserialize;
use serde_json::{Value, json};
use session::guest::Guest;
use sha2::{Digest, Sha256};
use spki::der::Decode;
use spki::{ObjectIdentifier, SubjectPublicKeyInfoRef};

use crate::error::Refused;
use crate::ids;
use crate::protocol::Passkey;
use crate::users::guest::{Seal, Token};

/// Time for which a challenge is valid, in milliseconds.
const VALID_MILLIS: u64 = 5 * 60 * 1000;
/// Number of random bytes in a challenge (§13.4.3 recommends 16).
const RANDOM: usize = 16;
/// Number of bytes at the start of a challenge: the expiry time (milliseconds since 1970) and the random
/// bytes.
const STAMP_LENGTH: usize = 8 + RANDOM;

/// Maximum length of a credential id (§4, Credential ID) and of a public key, in bytes.
const LONGEST_ID: usize = 1023;
const LONGEST_KEY: usize = 2048;

/// Byte offsets in authenticator data, and bits of its flags (§6.1).
const FLAGS: usize = 32;
const ID_LENGTH: usize = 53;
const ID: usize = 55;
const USER_PRESENT: u8 = 0x01;
const WITH_KEY: u8 = 0x40;

/// The supported signature algorithms, by their numbers in the COSE registry: ES256, RS256 (used by some
/// Windows devices) and EdDSA.
const ALGORITHMS: [i32; 3] = [-7, -257, -8];
const ELLIPTIC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const EDWARDS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");

/// An operation that an authenticator is asked to perform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    /// Create a passkey.
    Make,
    /// Sign a challenge with an existing passkey.
    Sign,
}

impl Operation {
    /// The name of the operation in the data that the browser adds to the signature (client data).
    fn word(self) -> &'static str {
        match self {
            Operation::Make => "webauthn.create",
            Operation::Sign => "webauthn.get",
        }
    }
}

/// A web site: its origin, and the domain name to which passkeys belong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Site {
    origin: String,
    name: String,
}

impl Site {
    /// The web site with this origin; `None` for numeric addresses, where browsers do not support passkeys.
    pub(crate) fn of(origin: &str) -> Option<Site> {
        let uri: Uri = origin.parse().ok()?;
        let name = uri.scheme().and(uri.host())?;
        let numbers: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
        let named = numbers.is_err();
        named.then(|| Site { origin: origin.to_owned(), name: name.to_lowercase() })
    }

    /// Checks that authenticator data is for this site and that the user was present. Returns the flags of
    /// the data.
    fn check_presence(&self, authenticator: &[u8]) -> Result<u8, Refused> {
        let flags = *authenticator.get(FLAGS).ok_or_else(Refused::bad_passkey)?;
        let is_valid = authenticator[..FLAGS] == Sha256::digest(self.name.as_bytes())[..];
        if is_valid && flags & USER_PRESENT != 0 { Ok(flags) } else { Err(Refused::bad_passkey()) }
    }

    /// Checks the authenticator data for a newly created passkey, and returns the passkey's credential id.
    pub(crate) fn made(&self, authenticator: &[u8]) -> Result<Vec<u8>, Refused> {
        let flags = self.check_presence(authenticator)?;
        let length = authenticator.get(ID_LENGTH..ID).map(|two| [two[0], two[1]]);
        let length = usize::from(u16::from_be_bytes(length.ok_or_else(Refused::bad_passkey)?));
        let id = authenticator.get(ID..ID + length).ok_or_else(Refused::bad_passkey)?;
        if flags & WITH_KEY == 0 || id.is_empty() || length > LONGEST_ID {
            return Err(Refused::bad_passkey());
        }
        Ok(id.to_vec())
    }

    /// Checks a signature that was made with the private key belonging to the public key `key`.
    pub(crate) fn signed(
        &self,
        key: &[u8],
        authenticator: &[u8],
        client_data: &[u8],
        signature: &[u8],
    ) -> Result<(), Refused> {
        self.check_presence(authenticator)?;
        let (algorithm, key) = read_key(key)?;
        let signed = [authenticator, &Sha256::digest(client_data)].concat();
        let verified = UnparsedPublicKey::new(algorithm, key).verify(&signed, signature);
        verified.map_err(|_| Refused::bad_passkey())
    }
}

/// The data that the browser added to the signed data (§5.8.1).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// Creates the challenges for a browser, and checks its answers to them.
pub(crate) struct Challenges<'a> {
    pub(crate) seal: &'a Seal,
    pub(crate) token: Token,
    /// The current time, in milliseconds since 1970.
    pub(crate) now: i64,
}

impl Challenges<'_> {
    /// The options for `navigator.credentials.create` in JSON form (§5.4), with a new challenge.
    pub(crate) fn to_make(
        &self,
        site: &Site,
        person: Guest,
        name: &str,
        known: &[Passkey],
    ) -> Value {
        let name = if name.is_empty() { &site.name } else { name };
        let known: Vec<Value> =
            known.iter().map(|one| json!({ "type": "public-key", "id": one.id })).collect();
        let algorithms = ALGORITHMS.map(|number| json!({ "type": "public-key", "alg": number }));
        json!({
            "rp": { "id": site.name, "name": "座敷 Zashiki" },
            "user": {
                "id": BASE64_URL_SAFE_NO_PAD.encode(self.handle(person)),
                "name": name,
                "displayName": name,
            },
            "challenge": self.challenge(Operation::Make),
            "pubKeyCredParams": algorithms,
            "timeout": VALID_MILLIS,
            "excludeCredentials": known,
            // Devices with biometric checks use them; devices without are accepted.
            "authenticatorSelection": {
                "residentKey": "required",
                "requireResidentKey": true,
                "userVerification": "preferred",
            },
            "attestation": "none",
        })
    }

    /// The options for `navigator.credentials.get` in JSON form (§5.5), with a new challenge. The user
    /// chooses among the device's passkeys for this site.
    pub(crate) fn to_sign(&self, site: &Site) -> Value {
        json!({
            "rpId": site.name,
            "challenge": self.challenge(Operation::Sign),
            "timeout": VALID_MILLIS,
            "userVerification": "preferred",
        })
    }

    /// Checks that the client data answers a challenge that this server made for this browser, before the
    /// challenge expires.
    pub(crate) fn check(
        &self,
        operation: Operation,
        site: &Site,
        client_data: &[u8],
    ) -> Result<(), Refused> {
        let data: ClientData =
            serde_json::from_slice(client_data).map_err(|_| Refused::bad_passkey())?;
        if data.r#type != operation.word() || data.origin != site.origin || data.cross_origin {
            return Err(Refused::bad_passkey());
        }
        let challenge = bytes(&data.challenge)?;
        let (stamp, mac) =
            challenge.split_at_checked(STAMP_LENGTH).ok_or_else(Refused::late_passkey)?;
        let until = stamp.first_chunk().map_or(0, |until| u64::from_be_bytes(*until));
        let is_valid = self.seal.made(&self.parts(operation, stamp), mac);
        if is_valid && until > self.now.unsigned_abs() {
            Ok(())
        } else {
            Err(Refused::late_passkey())
        }
    }

    fn challenge(&self, operation: Operation) -> String {
        let until = self.now.unsigned_abs() + VALID_MILLIS;
        let mut challenge = [until.to_be_bytes().as_slice(), &ids::random::<RANDOM>()].concat();
        let mac = self.seal.over(&self.parts(operation, &challenge));
        challenge.extend(mac);
        BASE64_URL_SAFE_NO_PAD.encode(challenge)
    }

    /// The data over which the authentication code in a challenge is computed.
    fn parts<'a>(&'a self, operation: Operation, stamp: &'a [u8]) -> [&'a [u8]; 3] {
        [operation.word().as_bytes(), &self.token.0, stamp]
    }

    /// The user handle of a person, by which an authenticator keeps only one passkey per person. It reveals
    /// nothing about the person.
    fn handle(&self, person: Guest) -> [u8; 32] {
        self.seal.over(&[b"webauthn.user", &person.0])
    }
}

/// Decodes base64url text.
pub(crate) fn bytes(text: &str) -> Result<Vec<u8>, Refused> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| Refused::bad_passkey())
}

/// Checks that signatures by a public key can be verified, and returns the key as it is to be stored.
pub(crate) fn public_key(key: &[u8]) -> Result<Vec<u8>, Refused> {
    if key.len() > LONGEST_KEY {
        return Err(Refused::bad_passkey());
    }
    read_key(key)?;
    Ok(key.to_vec())
}

/// The verification algorithm for a public key, and the key in the form that the algorithm needs.
fn read_key(key: &[u8]) -> Result<(&'static dyn VerificationAlgorithm, &[u8]), Refused> {
    let info = SubjectPublicKeyInfoRef::from_der(key).map_err(|_| Refused::bad_passkey())?;
    let curve = info.algorithm.parameters_oid().ok();
    let algorithm: &'static dyn VerificationAlgorithm = match (info.algorithm.oid, curve) {
        (ELLIPTIC, Some(P256)) => &ECDSA_P256_SHA256_ASN1,
        (RSA, _) => &RSA_PKCS1_2048_8192_SHA256,
        (EDWARDS, _) => &ED25519,
        _ => return Err(Refused::bad_passkey()),
    };
    let key = info.subject_public_key.as_bytes().ok_or_else(Refused::bad_passkey)?;
    Ok((algorithm, key))
}

#[cfg(test)]
mod tests {
    use ring::signature::{Ed25519KeyPair, KeyPair};

    use super::*;

    fn site() -> Site {
        Site::of("https://games.example:8443").expect("it has a name")
    }

    fn refused(of: Result<impl Sized, Refused>) -> String {
        format!("{:?}", of.err().expect("it is refused"))
    }

    fn client_data(challenge: &str) -> Vec<u8> {
        let origin = "https://games.example:8443";
        json!({ "type": "webauthn.get", "challenge": challenge, "origin": origin })
            .to_string()
            .into_bytes()
    }

    #[test]
    fn a_challenge_is_valid_for_five_minutes() {
        let seal = Seal([7; 32]);
        let at = |now| Challenges { seal: &seal, token: Token([1; 32]), now };
        let challenge = at(1000).to_sign(&site())["challenge"].as_str().unwrap().to_owned();
        let answered = |now| at(now).check(Operation::Sign, &site(), &client_data(&challenge));
        assert!(answered(1000).is_ok());
        assert!(answered(1000 + 300_000 - 1).is_ok());
        assert!(refused(answered(1000 + 300_000)).contains("five minutes"));
        // A challenge with a later expiry time is not the server's.
        let mut longer = bytes(&challenge).unwrap();
        longer[0] = 1;
        let longer = BASE64_URL_SAFE_NO_PAD.encode(longer);
        let checked = at(1000).check(Operation::Sign, &site(), &client_data(&longer));
        assert!(refused(checked).contains("five minutes"));
        for cut in [0, STAMP_LENGTH - 1, STAMP_LENGTH] {
            let short = BASE64_URL_SAFE_NO_PAD.encode(&bytes(&challenge).unwrap()[..cut]);
            assert!(at(1000).check(Operation::Sign, &site(), &client_data(&short)).is_err());
        }
    }

    #[test]
    fn numeric_addresses_have_no_passkeys() {
        for numbers in ["http://127.0.0.1:7777", "http://[::1]:7777", "null", ""] {
            assert_eq!(Site::of(numbers), None, "{numbers}");
        }
        assert_eq!(Site::of("http://localhost:7777").unwrap().name, "localhost");
        assert_eq!(site().name, "games.example");
    }

    /// Authenticator data for a site with this name, with the flag that the user was present.
    fn authenticator(name: &str) -> Vec<u8> {
        [&Sha256::digest(name.as_bytes())[..], &[USER_PRESENT, 0, 0, 0, 0]].concat()
    }

    #[test]
    fn all_supported_signature_algorithms_are_verified() {
        let client_data = br#"{"type":"webauthn.get"}"#;
        let authenticator = authenticator("games.example");
        let signed = [&authenticator[..], &Sha256::digest(client_data)[..]].concat();
        let seed = Ed25519KeyPair::from_seed_unchecked(&[9; 32]).unwrap();
        let head = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
        let edwards = public_key(&[&head, seed.public_key().as_ref()].concat()).unwrap();
        let rsa = public_key(&bytes(RSA_KEY).unwrap()).unwrap();
        let by_rsa = bytes(RSA_SIGNATURE).unwrap();
        for (key, signature) in [(&edwards, seed.sign(&signed).as_ref()), (&rsa, &by_rsa)] {
            let check = |name: &str, signature: &[u8]| {
                let site = Site::of(&format!("https://{name}")).unwrap();
                site.signed(key, &authenticator, client_data, signature)
            };
            assert!(check("games.example", signature).is_ok());
            assert!(check("other.example", signature).is_err());
            let mut wrong = signature.to_vec();
            wrong[5] ^= 1;
            assert!(check("games.example", &wrong).is_err());
        }
        assert!(public_key(&[]).is_err());
        // An unsupported curve.
        let mut other = vec![0x30, 0x13, 0x30, 0x0d, 0x06, 0x07];
        other.extend([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]);
        other.extend([0x06, 0x02, 0x2b, 0x65, 0x03, 0x02, 0x00, 0x04]);
        assert!(public_key(&other).is_err());
        assert!(public_key(&[0; LONGEST_KEY + 1]).is_err());
    }

    #[test]
    fn truncated_authenticator_data_is_rejected() {
        let made = |id: &[u8], flags: u8| {
            let mut data = authenticator("games.example");
            data[FLAGS] = flags;
            data.extend([0; 16]);
            data.extend(u16::try_from(id.len()).unwrap().to_be_bytes());
            data.extend(id);
            data
        };
        let whole = made(b"by this name", USER_PRESENT | WITH_KEY);
        assert_eq!(site().made(&whole).unwrap(), b"by this name");
        for cut in 0..whole.len() {
            assert!(site().made(&whole[..cut]).is_err(), "{cut} bytes");
        }
        assert!(site().made(&made(b"by this name", USER_PRESENT)).is_err());
        assert!(site().made(&made(b"by this name", WITH_KEY)).is_err());
        assert!(site().made(&made(b"", USER_PRESENT | WITH_KEY)).is_err());
        assert!(site().made(&made(&[1; LONGEST_ID], USER_PRESENT | WITH_KEY)).is_ok());
        assert!(site().made(&made(&[1; LONGEST_ID + 1], USER_PRESENT | WITH_KEY)).is_err());
    }

    /// A 2048-bit RSA key made by OpenSSL, and a signature with it.
    const RSA_KEY: &str = "\
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtX_iylu1pHP6TYKQz34t4B5XkoV7VkrLa62Y0yVU\
        pU9jrPSiFNct6fSJ6PSsgT3zOAtwr7_jfZDzRNc3GllNV5aijKsuTtOpSq_0Jc5pqffIgid_gwm4DKqGngCh\
        GXUSqxvx8W-5QR_rPiZn7OhQhQjPiCpbM2EDpHAAPzUcCU3jpmW_NxTqbumeHWqSC8W0klryMg7Z2BYbIuqg\
        5wTngrMQkyKASWNXE1Et16IceXzLEMmhtlc_3LCG3-6tbK44uKOj5CEOLHGO43y6v6yFJq6Rrs1b86cZC-2F\
        aoSE1I3-JFHrj3hleo-GSRPlWfX0RXdiKmZrc1CrvDOVrmVucQIDAQAB";
    const RSA_SIGNATURE: &str = "\
        PPkOU8B55FkRja5jxQXfbFOxT_TqvTWap90TB7J0iZ-7w953X2FwtwYe9dQmNPZjBdQeEDXC6SUwusO1Dmw7\
        vBtiw9ALxo34L3mJczkb_XsZU-FtCmSN9GLHUCEGqXBQ5WOn_kPQGtcVFN6AdWIL8n1aRoGmFhTsaluIQAqO\
        TOyrzV0AbUw9y2ojxnoOTjXwODeByqau8c0tHhlrq-9xa8hHNggFobIIEMorhyVCC36SDh6fU_Dzo-YJ_riW\
        TeXNCKpBBBXXjfPc1t6SxlDDC7cTDJyrFuyncZN3wktDvzGqQQnyOpOiWtf4IyJRQeI3Ldh8-QR8itBOmqwA\
        nENo6Q";
}
