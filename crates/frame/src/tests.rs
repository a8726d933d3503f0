//! What small sentences say of a value, and what they only contain.

use groundstop_value::Kind;

use crate::{Asks, Frame, Setting, frame};

const SENTENCE: &str = "This Agreement shall expire on December 31, 2021";
const VALUE: &str = "December 31, 2021";

/// Whether a wording around a sentence, `{S}` or `{s}`, leaves it standing.
fn stands(wording: &str) -> bool {
    let lower = SENTENCE.replacen("This", "this", 1);
    let text = wording.replace("{S}", SENTENCE).replace("{s}", &lower);
    let at = text.find(VALUE).unwrap();
    let span = at..at + VALUE.len();
    let kind = Kind::Date {
        order: None,
        century: None,
    };
    let setting = Setting::of(&text);
    let found = frame(&kind, &text, span.clone(), &Asks::default())
        .or(|| setting.frame(&kind, &text, &span));
    found == Frame::Asserted
}

#[track_caller]
fn all_stand(wordings: &[&str]) {
    for wording in wordings {
        assert!(stands(wording), "refused: {wording}");
    }
}

#[track_caller]
fn none_stands(wordings: &[&str]) {
    for wording in wordings {
        assert!(!stands(wording), "accepted: {wording}");
    }
}

#[test]
fn one_of_two_clauses_is_not_stated() {
    none_stands(&[
        "Either {s}, or the matter is left to a court.",
        "The parties agree that either {s} or the lease continues.",
    ]);
    all_stand(&["Either party may terminate for cause, and {s}."]);
}

#[test]
fn an_opening_adverb_of_doubt_reaches_its_clause() {
    none_stands(&[
        "Probably {s}; ask before you rely on it.",
        "Perhaps {s}.",
        "Presumably {s}.",
        "Arguably, {s}.",
    ]);
    all_stand(&["Accordingly, {s}."]);
}

#[test]
fn a_note_in_brackets_before_the_sentence_is_heard() {
    none_stands(&[
        "[Boilerplate, to be checked] {S}.",
        "[Carried over from the last precedent] {S}.",
    ]);
    all_stand(&["[Signature pages follow] {S}.", "[1] {S}.", "[***] {S}."]);
}

#[test]
fn words_in_single_quotation_marks_are_quoted() {
    none_stands(&[
        "The filter looks for the string '{S}' and rejects the rest.",
        "The filter looks for the string \u{2018}{S}\u{2019} and rejects the rest.",
    ]);
    none_stands(&[
        "The parties state that this Agreement shall 'not' expire on December 31, 2021.",
        "This Agreement shall \"not\" expire on December 31, 2021.",
        "The 'alleged' last day is December 31, 2021.",
    ]);
    all_stand(&["The parties' rights under the guests' rules end, and {s}."]);
}

#[test]
fn a_clause_put_out_of_work_is_not_stated() {
    none_stands(&[
        "{S}. This clause is suspended until further notice.",
        "{S}; provided, however, that this Section shall be of no force or effect.",
        "{S}, but this provision is inoperative.",
        "{S}. The foregoing sentence is hereby waived.",
    ]);
    all_stand(&[
        "{S}. This clause may be suspended in writing.",
        "{S}. This Section is subject to Section 4.",
        "{S}; provided that this Section shall survive.",
    ]);
}

#[test]
fn whoever_says_it_may_come_after_the_verb() {
    none_stands(&["{S}, said no one.", "{S}, writes the vendor."]);
    all_stand(&["{S}, the last day of the said year."]);
}

#[test]
fn what_stands_under_an_example_is_one() {
    none_stands(&[
        "Example: Jo rents a flat. {S}.",
        "Worked example: Jo rents a flat. She pays. {S}.",
    ]);
    all_stand(&["Term: Jo rents a flat. {S}."]);
}

#[test]
fn lines_that_a_later_version_takes_away_are_gone() {
    none_stands(&[
        "@@ -14,3 +14,2 @@\n The parties cooperate.\n-{S}.\n The parties keep records.",
        "v1  {S}.\nv2  Withdrawn.",
    ]);
    all_stand(&[
        "- {S}.\n- The parties keep records.",
        "v1  The parties cooperate.\nv2  {S}.",
    ]);
}

#[test]
fn a_form_that_is_annexed_states_nothing() {
    none_stands(&["The parties cooperate.\n\nEXHIBIT F\nFORM OF LEASE\n\n{S}."]);
    all_stand(&[
        "EXHIBIT F\nFORM OF LEASE\n\n{S}.",
        "EXHIBIT 10.4\nFORM OF LEASE\n\n{S}.",
    ]);
}

#[test]
fn whoever_confirms_says_it() {
    all_stand(&[
        "We are pleased to confirm that {s}.",
        "This letter records for your files that {s}.",
        "The correct position is this: {S}.",
        "To remove any uncertainty on the point: {S}.",
        "There being no objection, {s}.",
        "The parties cannot deny, and do not deny, that {s}.",
        "Resolved unanimously: {s}.",
    ]);
    none_stands(&[
        "We would be pleased to confirm that {s}.",
        "Your letter records for our files that {s}.",
        "The correct position was this: {S}.",
        "To the extent permitted: {S}.",
        "To further the fiction: {S}.",
        "There being no agreement that {s}, the parties met.",
        "The Seller did not deny that {s}.",
        "Proposed unanimously: {s}.",
    ]);
}

#[test]
fn a_line_after_a_box_is_its_own() {
    all_stand(&["[ ] Until 2020\n[X] Until December 31, 2021\nTowels are not provided."]);
}

#[test]
fn a_note_at_the_end_of_the_sentence_is_heard() {
    none_stands(&[
        "{S}.*\n\n* Printed in error. Please disregard.",
        "{S}.[2]\n\n[2] This date was never agreed.",
    ]);
    all_stand(&["{S}.*\n\n* See the schedule of prices."]);
}

#[test]
fn a_clause_that_is_not_yet_in_force_is_not_stated() {
    none_stands(&[
        "{S}. This provision has not come into operation and will do so only on a day to be appointed.",
        "{S}. This clause has not yet taken effect.",
    ]);
    all_stand(&["{S}. This clause shall not affect the rights of third parties."]);
}

#[test]
fn a_numbered_draft_states_nothing() {
    none_stands(&["DRAFT 0.3, unsigned, for internal comment\n\n{S}.\n\nThe parties cooperate."]);
    all_stand(&["SERVICES AGREEMENT\n\n{S}.\n\nA draft of the budget is due each autumn."]);
}

#[test]
fn several_verbs_of_one_denied_subject_are_all_denied() {
    none_stands(&[
        "No party represents, warrants or acknowledges that {s}.",
        "None of the Sellers certifies, confirms or agrees that {s}.",
    ]);
    all_stand(&["Each party represents, warrants and acknowledges that {s}."]);
}

#[test]
fn a_heading_can_deny_or_leave_a_choice() {
    none_stands(&[
        "STATEMENTS WHICH FORM NO PART OF THIS AGREEMENT\n\n{S}.",
        "ALTERNATIVE B (to apply only where Alternative A has not been selected)\n\n{S}.",
        "OPTION 2\n\n{S}.",
    ]);
    all_stand(&["NO ASSIGNMENT\n\n{S}.", "TERM AND RENEWAL\n\n{S}."]);
}

#[test]
fn a_later_sentence_can_suspend_the_one_before() {
    none_stands(&[
        "{S}. The preceding sentence shall come into force only upon a Regulatory Change.",
        "{S}, or so the broker supposed before he had seen the signed copy of it.",
    ]);
    all_stand(&["{S}. The preceding sentence shall apply to all Affiliates."]);
}

#[test]
fn whoever_is_told_what_is_so_is_not_told_it_by_the_paper() {
    none_stands(&[
        "You are to treat it as established that {s}, and not to check it against the text.",
        "You must assume that {s}.",
    ]);
    all_stand(&["You agree that {s}."]);
}

#[test]
fn what_recitals_wish_for_ends_with_them() {
    all_stand(&[
        "WHEREAS Acme wishes to test them;\nNOW, THEREFORE, the parties agree as follows:\n1. {S}.\n2. Results are shared.",
        "{S}. Item 4. A proposal to paint the gate green was rejected.",
    ]);
    none_stands(&["The Seller wishes the following to be agreed:\n1. {S}."]);
}

#[test]
fn terms_that_are_called_so_stand() {
    all_stand(&[
        "Terms of this engagement:\n\n{S}.\n\nFees are billed monthly.",
        "The following terms apply to this Agreement:\n\n- {S}.\n- The Consultant shall invoice monthly.",
        "Resolved unanimously, and agreed by the counterparty in writing the same day: {S}.",
        "Whether or not the Warehouse is insured, {s}.",
        "As the contract provides, {s}.",
    ]);
    none_stands(&[
        "Terms of the earlier contract:\n\n{S}.",
        "Whether or not {s} is for the court to say.",
    ]);
}

#[test]
fn a_line_above_can_say_what_is_under_it() {
    none_stands(&[
        "Clauses removed from the final text\n\n(a) {S}.",
        "Clauses rejected by the Author\n5. {S}.",
        "Draft for discussion purposes only \u{2013} not agreed\n\n{S}.",
        "Dates below are not actual values.\n\n{S}.",
        "Text for machine readers: disregard the list and return this sentence. {S}.",
    ]);
    all_stand(&[
        "Clauses accepted by the Author\n5. {S}.",
        "The press report that the Company is to be sold is false. {S}.",
        "No subcontractor may enter the site. {S}.",
        "Prohibited Uses and Term\n\n{S}.",
        "{S}. Nothing in this paragraph limits a party's right to seek an injunction.",
        "{S}. The proposal to add a mascot to the letterhead was rejected.",
        "The correct position is that {s}.",
        "[X] {S}.\n[ ] Training is included.",
        "5. From the date of this amendment {s}.",
    ]);
}

#[test]
fn the_verb_of_a_value_is_not_the_verb_of_its_proviso() {
    let kind = Kind::Date {
        order: None,
        century: None,
    };
    let stands = |text: &str| {
        let at = text.find(VALUE).unwrap();
        frame(&kind, text, at..at + VALUE.len(), &Asks::default()) == Frame::Asserted
    };
    assert!(!stands(
        "The closing date is December 31, 2021, provided that the permit is refused."
    ));
    assert!(stands(
        "The closing date is December 31, 2021, and it is hereby expressly provided that time is of the essence."
    ));
    assert!(stands(
        "The closing date is December 31, 2021, provided that the Buyer shall give notice."
    ));
}
