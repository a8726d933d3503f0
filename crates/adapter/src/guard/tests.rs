//! The guard without a network: the conformance vectors, and its lists.

use serde_json::Value;

use super::*;

fn open() -> Egress {
    Egress {
        allow_http: true,
        ..Egress::default()
    }
}

fn rules(hosts: &[&str]) -> Vec<HostRule> {
    let parse = |host: &&str| HostRule::parse(host).unwrap();
    hosts.iter().map(parse).collect()
}

fn vectors() -> Value {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../conformance/egress/vectors.json"
    );
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

#[test]
fn every_address_of_the_vectors_is_judged_as_they_say() {
    let target = open().judge("https://example.org/").unwrap();
    for case in vectors()["addresses"].as_array().unwrap() {
        let address: IpAddr = case["address"].as_str().unwrap().parse().unwrap();
        let found = [SocketAddr::new(address, 1)];
        let pinned = target.pin(&found);
        match case["expect"].as_str().unwrap() {
            "refuse" => assert_eq!(pinned, Err(Refusal::Network), "{case}"),
            "pass" => assert_eq!(pinned, Ok(vec![SocketAddr::new(address, 443)]), "{case}"),
            other => panic!("{other}"),
        }
        // One that may not be reached refuses its neighbours.
        let public = SocketAddr::new([8, 8, 4, 4].into(), 1);
        assert_eq!(
            target.pin(&[public, found[0]]).is_ok(),
            target.pin(&found).is_ok()
        );
    }
}

#[test]
fn each_refusal_has_its_reason() {
    for (url, why) in [
        ("https://", Refusal::Malformed),
        ("ftp://example.org/", Refusal::Scheme),
        ("https://a:b@example.org/", Refusal::User),
        ("https://example.org:8443/", Refusal::Port),
        ("https://example/", Refusal::InnerName),
        ("https://10.0.0.1/", Refusal::Network),
    ] {
        assert_eq!(open().judge(url).err(), Some(why), "{url}");
    }
    let strict = Egress::default();
    let plain = strict.judge("http://example.org/");
    assert_eq!(plain.err(), Some(Refusal::Scheme));
    assert!(strict.judge("https://example.org/").is_ok());
}

#[test]
fn lists_match_whole_labels_and_denying_wins() {
    let listed = Egress {
        allow: rules(&[
            "example.org",
            "*.Example.NET",
            "bücher.example.com",
            "8.8.8.8",
        ]),
        deny: rules(&["bad.example.org"]),
        ..open()
    };
    for (url, verdict) in [
        ("https://example.org/", Ok(())),
        ("https://www.example.org/", Ok(())),
        ("https://EXAMPLE.org./", Ok(())),
        ("https://a.b.example.net/", Ok(())),
        ("https://xn--bcher-kva.example.com/", Ok(())),
        ("https://ⓔⓧⓐⓜⓟⓛⓔ.ⓞⓡⓖ/", Ok(())),
        ("https://8.8.8.8/", Ok(())),
        ("https://notexample.org/", Err(Refusal::NotAllowed)),
        ("https://example.org.evil.com/", Err(Refusal::NotAllowed)),
        ("https://еxample.org/", Err(Refusal::NotAllowed)),
        ("https://8.8.4.4/", Err(Refusal::NotAllowed)),
        ("https://bad.example.org/", Err(Refusal::Denied)),
        ("https://very.bad.example.org/", Err(Refusal::Denied)),
    ] {
        assert_eq!(listed.judge(url).map(drop), verdict, "{url}");
    }
    let own = listed.judge_own("https://search.example.edu/");
    assert!(own.is_ok(), "what the operator named needs no list");
    let own = listed.judge_own("https://bad.example.org/");
    assert_eq!(own.err(), Some(Refusal::Denied));
}

#[test]
fn what_names_no_host_is_no_rule() {
    for text in ["", "*.", "a b", "https://example.org/", "a/b"] {
        let error = HostRule::parse(text).unwrap_err();
        assert!(error.to_string().contains("is no host"), "{text}");
    }
}

#[test]
fn this_machine_is_reached_by_its_own_names_only() {
    let local = Egress {
        allow_loopback: true,
        ..Egress::default()
    };
    for url in [
        "http://127.0.0.1:8080/",
        "http://[::1]:1/",
        "http://a.localhost:99/",
    ] {
        assert!(local.judge(url).is_ok(), "{url}");
    }
    let here = [SocketAddr::new([127, 0, 0, 1].into(), 1)];
    assert!(local.judge("http://localhost/").unwrap().pin(&here).is_ok());
    // A public name that leads here is somebody's trick.
    let trick = local.judge("https://example.org/").unwrap();
    assert_eq!(trick.pin(&here), Err(Refusal::Network));
    assert!(local.judge("http://example.org/").is_err());
    assert!(local.judge("http://192.168.1.1/").is_err());
}
