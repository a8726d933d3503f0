//! The guard without a network: the conformance vectors, and its lists.

use groundstop_contract::pack::SearchBackend;
use serde_json::Value;

use super::*;
use crate::search::Backend;

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
    let egress = open();
    let target = egress.judge("https://example.org/").unwrap();
    for case in vectors()["addresses"].as_array().unwrap() {
        let address: IpAddr = case["address"].as_str().unwrap().parse().unwrap();
        let found = [SocketAddr::new(address, 1)];
        let pinned = egress.pin(&target, &found);
        match case["expect"].as_str().unwrap() {
            "refuse" => assert_eq!(pinned, Err(Refusal::Network), "{case}"),
            "pass" => assert_eq!(pinned, Ok(vec![SocketAddr::new(address, 443)]), "{case}"),
            other => panic!("{other}"),
        }
        // One that may not be reached refuses its neighbours.
        let public = SocketAddr::new([8, 8, 4, 4].into(), 1);
        assert_eq!(
            egress.pin(&target, &[public, found[0]]).is_ok(),
            egress.pin(&target, &found).is_ok()
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
        allow_loopback_pages: true,
        ..Egress::default()
    };
    for url in [
        "http://127.0.0.1:8080/",
        "http://[::1]:1/",
        "http://a.localhost:99/",
    ] {
        assert!(local.judge(url).is_ok(), "{url}");
        assert!(local.judge_own(url).is_ok(), "{url}");
    }
    let here = [SocketAddr::new([127, 0, 0, 1].into(), 1)];
    let own_name = local.judge("http://localhost/").unwrap();
    assert!(local.pin(&own_name, &here).is_ok());
    // A public name that leads here is somebody's trick.
    let trick = local.judge("https://example.org/").unwrap();
    assert_eq!(local.pin(&trick, &here), Err(Refusal::Network));
    assert!(local.judge("http://example.org/").is_err());
    assert!(local.judge("http://192.168.1.1/").is_err());
}

#[test]
fn a_search_engine_on_this_machine_opens_nothing_else_of_it() {
    let engine_only = Egress {
        allow_loopback: true,
        ..Egress::default()
    };
    for url in ["http://127.0.0.1:8080/", "http://localhost/search"] {
        assert!(engine_only.judge_own(url).is_ok(), "{url}");
        assert!(engine_only.judge(url).is_err(), "{url}");
        assert!(Egress::default().judge_own(url).is_err(), "{url}");
    }
}

#[test]
fn a_denied_address_is_denied_in_every_form_and_under_every_name() {
    let denying = |host: &str| Egress {
        deny: vec![HostRule::parse(host).unwrap()],
        ..Egress::default()
    };
    let forms = ["8.8.8.8", "[::ffff:8.8.8.8]", "[64:ff9b::808:808]"];
    for rule in [
        "8.8.8.8",
        "[::ffff:8.8.8.8]",
        "::ffff:808:808",
        "64:ff9b::8.8.8.8",
    ] {
        let egress = denying(rule);
        for form in forms {
            let refused = egress.judge(&format!("https://{form}/")).err();
            assert_eq!(refused, Some(Refusal::Denied), "{rule} {form}");
            let name = egress.judge("https://example.org/").unwrap();
            let address: IpAddr = form.trim_matches(['[', ']']).parse().unwrap();
            let found = [SocketAddr::new(address, 1)];
            assert_eq!(egress.pin(&name, &found), Err(Refusal::Denied), "{rule}");
        }
        assert!(egress.judge("https://8.8.4.4/").is_ok());
    }
    let six = denying("2606:4700:4700::1111");
    let refused = six.judge("https://[2606:4700:4700::1111]/").err();
    assert_eq!(refused, Some(Refusal::Denied));
}

#[test]
fn an_endpoint_that_would_be_refused_is_named_before_any_call() {
    let refused = |endpoint: &str, egress: &Egress| {
        let address = Backend::address(SearchBackend::Searxng, Some(endpoint)).unwrap();
        let refused = egress.check_endpoint(&address).err();
        refused.map(|why| (why.to_string(), why.cure()))
    };
    let usual = Egress::default();
    assert_eq!(refused("https://search.example.org", &usual), None);
    for (endpoint, why, cure) in [
        ("http://search.example.org", "scheme", "`https`"),
        ("https://search.example.org:8080", "port", "443"),
        ("https://me:hush@search.example.org", "user", "leave user"),
        ("https://10.0.0.7", "public network", "public network"),
        ("https://search", "public network", "public network"),
        ("http://localhost:8080", "scheme", "--allow-loopback"),
        ("https://127.0.0.1", "public network", "--allow-loopback"),
    ] {
        let (told, told_cure) = refused(endpoint, &usual).unwrap();
        assert!(told.contains(why), "{told}");
        assert!(told_cure.contains(cure), "{told_cure}");
        assert!(!told.contains("hush"));
    }
    let local = Egress {
        allow_loopback: true,
        ..Egress::default()
    };
    assert_eq!(refused("http://localhost:8080", &local), None);
    assert!(refused("http://me:hush@localhost:8080", &local).is_some());
}
