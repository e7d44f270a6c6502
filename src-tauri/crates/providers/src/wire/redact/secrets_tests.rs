//! What the requests of a run share of its secrets.

use super::*;

fn secret(text: &str) -> SecretString {
    SecretString::from(text.to_owned())
}

#[test]
fn a_request_shares_what_is_searched_for_and_makes_nothing_of_it_anew() {
    let keys: Vec<SecretString> = (0..64)
        .map(|number| secret(&format!("sk-{number:03}-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F")))
        .collect();
    let login = secret("ada:fZ8qLp3Xn5Wm");
    let run = Secrets::of(&keys, [&login]);
    for through in [None, Some(&login), Some(&secret("ada:fZ8qLp3Xn5Wm"))] {
        let own = run.redaction(through);
        assert!(
            Arc::ptr_eq(&own.told, &run.all.told) && Arc::ptr_eq(&own.said, &run.all.said),
            "the same list, however many keys are in it"
        );
        assert_eq!(own.text("as fZ8qLp3Xn5Wm"), "as ************", "which holds the login");
    }
    let other = secret("bob:Xw4Rt7Yp2Kd9");
    let own = run.redaction(Some(&other));
    assert!(!Arc::ptr_eq(&own.told, &run.all.told), "a login that is none of the run's is added");
    assert_eq!(own.text("as Xw4Rt7Yp2Kd9"), "as ************", "and hidden, too");
    assert!(!own.text("sk-007-Mk7Qh2Vx9LmT4cWz8RbN6yKd3F").contains("Mk7Q"), "beside the keys");
}
