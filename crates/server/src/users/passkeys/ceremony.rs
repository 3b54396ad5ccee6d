//! What devices are asked, and how their answers are checked: the steps of Web Authentication
//! Level 3, §7.1 and §7.2, as far as they concern a site that wants no attestation. The house
//! keeps nothing between asking and the answer: a challenge says itself that it is the house's, for
//! which browser, for what, and until when.

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
use sha2::{Digest, Sha256};
use spki::der::Decode;
use spki::{ObjectIdentifier, SubjectPublicKeyInfoRef};

use crate::error::Refused;
use crate::ids;
use crate::protocol::Passkey;
use crate::users::guest::{Guest, Seal, Token};

/// For how long a challenge holds, in milliseconds.
const HOLDS: u64 = 5 * 60 * 1000;
/// Random bytes in a challenge (§13.4.3 asks for 16).
const RANDOM: usize = 16;
/// Until when it holds, in milliseconds since 1970, and the random bytes.
const STAMP: usize = 8 + RANDOM;

/// The longest id of a passkey (§4, Credential ID), and the longest key that is kept.
const LONGEST_ID: usize = 1023;
const LONGEST_KEY: usize = 2048;

/// Where things are in what an authenticator says of itself (§6.1).
const FLAGS: usize = 32;
const ID_LENGTH: usize = 53;
const ID: usize = 55;
const USER_PRESENT: u8 = 0x01;
const WITH_KEY: u8 = 0x40;

/// The algorithms by which devices may sign: ES256, RS256 (some of Windows) and EdDSA, as COSE
/// numbers them.
const ALGORITHMS: [i32; 3] = [-7, -257, -8];
const ELLIPTIC: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");
const P256: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.3.1.7");
const RSA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
const EDWARDS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");

/// What a device does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Act {
    /// It makes a passkey.
    Make,
    /// It signs with one.
    Sign,
}

impl Act {
    /// As browsers call it.
    fn word(self) -> &'static str {
        match self {
            Act::Make => "webauthn.create",
            Act::Sign => "webauthn.get",
        }
    }
}

/// A site as browsers know it: passkeys belong to its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Site {
    origin: String,
    name: String,
}

impl Site {
    /// None where browsers have no passkeys: an address of numbers.
    pub(super) fn of(origin: &str) -> Option<Site> {
        let uri: Uri = origin.parse().ok()?;
        let name = uri.scheme().and(uri.host())?;
        let numbers: Result<IpAddr, _> = name.trim_matches(['[', ']']).parse();
        let named = numbers.is_err();
        named.then(|| Site { origin: origin.to_owned(), name: name.to_lowercase() })
    }

    /// Whether an authenticator speaks of this site, and somebody was there.
    fn speaks(&self, authenticator: &[u8]) -> Result<u8, Refused> {
        let flags = *authenticator.get(FLAGS).ok_or_else(Refused::bad_passkey)?;
        let ours = authenticator[..FLAGS] == Sha256::digest(self.name.as_bytes())[..];
        if ours && flags & USER_PRESENT != 0 { Ok(flags) } else { Err(Refused::bad_passkey()) }
    }

    /// The id of the passkey that was made.
    pub(super) fn made(&self, authenticator: &[u8]) -> Result<Vec<u8>, Refused> {
        let flags = self.speaks(authenticator)?;
        let length = authenticator.get(ID_LENGTH..ID).map(|two| [two[0], two[1]]);
        let length = usize::from(u16::from_be_bytes(length.ok_or_else(Refused::bad_passkey)?));
        let id = authenticator.get(ID..ID + length).ok_or_else(Refused::bad_passkey)?;
        if flags & WITH_KEY == 0 || id.is_empty() || length > LONGEST_ID {
            return Err(Refused::bad_passkey());
        }
        Ok(id.to_vec())
    }

    /// Checks that the device with this key signed.
    pub(super) fn signed(
        &self,
        key: &[u8],
        authenticator: &[u8],
        client_data: &[u8],
        signature: &[u8],
    ) -> Result<(), Refused> {
        self.speaks(authenticator)?;
        let (algorithm, key) = read_key(key)?;
        let signed = [authenticator, &Sha256::digest(client_data)].concat();
        let verified = UnparsedPublicKey::new(algorithm, key).verify(&signed, signature);
        verified.map_err(|_| Refused::bad_passkey())
    }
}

/// What a browser says it had signed (§5.8.1).
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

/// Who is asked, and when.
pub(super) struct Asked<'a> {
    pub(super) seal: &'a Seal,
    pub(super) token: Token,
    /// In milliseconds since 1970.
    pub(super) now: i64,
}

impl Asked<'_> {
    /// What `navigator.credentials.create` is asked (§5.4, as JSON).
    pub(super) fn to_make(
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
            "challenge": self.challenge(Act::Make),
            "pubKeyCredParams": algorithms,
            "timeout": HOLDS,
            "excludeCredentials": known,
            // Devices that can ask for a finger or a face do; none is turned away.
            "authenticatorSelection": {
                "residentKey": "required",
                "requireResidentKey": true,
                "userVerification": "preferred",
            },
            "attestation": "none",
        })
    }

    /// What `navigator.credentials.get` is asked (§5.5, as JSON): the person chooses among those
    /// that the device has for this site.
    pub(super) fn to_sign(&self, site: &Site) -> Value {
        json!({
            "rpId": site.name,
            "challenge": self.challenge(Act::Sign),
            "timeout": HOLDS,
            "userVerification": "preferred",
        })
    }

    /// Checks that a browser answers what it was asked, here and in time.
    pub(super) fn check(&self, act: Act, site: &Site, client_data: &[u8]) -> Result<(), Refused> {
        let said: ClientData =
            serde_json::from_slice(client_data).map_err(|_| Refused::bad_passkey())?;
        if said.r#type != act.word() || said.origin != site.origin || said.cross_origin {
            return Err(Refused::bad_passkey());
        }
        let challenge = bytes(&said.challenge)?;
        let (stamp, mac) = challenge.split_at_checked(STAMP).ok_or_else(Refused::late_passkey)?;
        let until = stamp.first_chunk().map_or(0, |until| u64::from_be_bytes(*until));
        let ours = self.seal.made(&self.parts(act, stamp), mac);
        if ours && until > self.now.unsigned_abs() { Ok(()) } else { Err(Refused::late_passkey()) }
    }

    fn challenge(&self, act: Act) -> String {
        let until = self.now.unsigned_abs() + HOLDS;
        let mut challenge = [until.to_be_bytes().as_slice(), &ids::random::<RANDOM>()].concat();
        let mac = self.seal.over(&self.parts(act, &challenge));
        challenge.extend(mac);
        BASE64_URL_SAFE_NO_PAD.encode(challenge)
    }

    /// What the seal of a challenge is over.
    fn parts<'a>(&'a self, act: Act, stamp: &'a [u8]) -> [&'a [u8]; 3] {
        [act.word().as_bytes(), &self.token.0, stamp]
    }

    /// How devices know a person, so that they keep one passkey of each; it says nothing else.
    fn handle(&self, person: Guest) -> [u8; 32] {
        self.seal.over(&[b"webauthn.user", &person.0])
    }
}

/// Bytes that came as base64url.
pub(super) fn bytes(text: &str) -> Result<Vec<u8>, Refused> {
    BASE64_URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).map_err(|_| Refused::bad_passkey())
}

/// A public key as it is kept, if it can be checked by.
pub(super) fn public_key(key: &[u8]) -> Result<Vec<u8>, Refused> {
    if key.len() > LONGEST_KEY {
        return Err(Refused::bad_passkey());
    }
    read_key(key)?;
    Ok(key.to_vec())
}

/// How signatures by a key are checked, and the key as that wants it.
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
    fn a_challenge_holds_for_five_minutes() {
        let seal = Seal([7; 32]);
        let at = |now| Asked { seal: &seal, token: Token([1; 32]), now };
        let challenge = at(1000).to_sign(&site())["challenge"].as_str().unwrap().to_owned();
        let answered = |now| at(now).check(Act::Sign, &site(), &client_data(&challenge));
        assert!(answered(1000).is_ok());
        assert!(answered(1000 + 300_000 - 1).is_ok());
        assert!(refused(answered(1000 + 300_000)).contains("five minutes"));
        // One that says it holds for longer is not the house's.
        let mut longer = bytes(&challenge).unwrap();
        longer[0] = 1;
        let longer = BASE64_URL_SAFE_NO_PAD.encode(longer);
        let checked = at(1000).check(Act::Sign, &site(), &client_data(&longer));
        assert!(refused(checked).contains("five minutes"));
        for cut in [0, STAMP - 1, STAMP] {
            let short = BASE64_URL_SAFE_NO_PAD.encode(&bytes(&challenge).unwrap()[..cut]);
            assert!(at(1000).check(Act::Sign, &site(), &client_data(&short)).is_err());
        }
    }

    #[test]
    fn addresses_of_numbers_have_no_passkeys() {
        for numbers in ["http://127.0.0.1:7777", "http://[::1]:7777", "null", ""] {
            assert_eq!(Site::of(numbers), None, "{numbers}");
        }
        assert_eq!(Site::of("http://localhost:7777").unwrap().name, "localhost");
        assert_eq!(site().name, "games.example");
    }

    /// What an authenticator says when somebody was there, for a site of this name.
    fn authenticator(name: &str) -> Vec<u8> {
        [&Sha256::digest(name.as_bytes())[..], &[USER_PRESENT, 0, 0, 0, 0]].concat()
    }

    #[test]
    fn devices_may_sign_by_other_algorithms() {
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
        // A curve that the house does not check by.
        let mut other = vec![0x30, 0x13, 0x30, 0x0d, 0x06, 0x07];
        other.extend([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]);
        other.extend([0x06, 0x02, 0x2b, 0x65, 0x03, 0x02, 0x00, 0x04]);
        assert!(public_key(&other).is_err());
        assert!(public_key(&[0; LONGEST_KEY + 1]).is_err());
    }

    #[test]
    fn what_authenticators_say_is_read_to_its_end_only() {
        let made = |id: &[u8], flags: u8| {
            let mut said = authenticator("games.example");
            said[FLAGS] = flags;
            said.extend([0; 16]);
            said.extend(u16::try_from(id.len()).unwrap().to_be_bytes());
            said.extend(id);
            said
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

    /// A key of 2048 bits by OpenSSL, and what it signed.
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
