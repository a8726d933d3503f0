//! `groundstop tables`, and what `text --boxes`, `pages` and `verify` say of tables.

use serde_json::Value;

use crate::support::Folder;

const REPORT: &str = "# Report\n\nTable 2: Rooms by wing\n\n| Wing | 2023 | 2024 |\n|---|---:|---:|\n\
                      | North | 12 | 14 |\n| South | 9 | 12 |\n\nNothing else was let.\n";

const NESTED: &str = "<!doctype html><table><tr><th>Wing</th><th>Rooms</th></tr><tr><td>North</td><td>\
                      <table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table></td></tr>\
                      <tr><td>South</td><td>9</td></tr></table>";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("report.md", REPORT);
    folder.write("nested.html", NESTED);
    folder
}

#[test]
fn tables_are_printed_for_people_and_for_spreadsheets() {
    let folder = folder("tables_printed");
    let text = folder.run(&["tables", "report.md"]);
    assert_eq!(
        text.stdout,
        "table 1, page 1: 3 rows, 3 columns\n  Table 2: Rooms by wing\n  # Wing   2023  2024\n    \
         North  12    14\n    South  9     12\n"
    );
    let rows = folder.run(&["tables", "report.md", "--csv"]);
    assert_eq!(
        rows.stdout,
        "table,page,row,head,column_1,column_2,column_3\n1,1,1,true,Wing,2023,2024\n\
         1,1,2,false,North,12,14\n1,1,3,false,South,9,12\n"
    );
    let page = folder.run(&["tables", "report.md", "--html"]);
    assert!(
        page.stdout
            .contains("<th scope=\"row\" colspan=\"1\">North</th><td colspan=\"1\">12</td>")
    );
    assert!(!page.stdout.contains("<script"));
}

#[test]
fn tables_as_json_keep_to_their_schema_and_point_into_the_text() {
    let folder = folder("tables_json");
    let printed = folder.run(&["tables", "report.md", "--json"]);
    let record: Value = serde_json::from_str(&printed.stdout).expect("JSON");
    let text = folder.run(&["text", "report.md"]).stdout;
    let mut cells = 0;
    for row in record["tables"][0]["rows"].as_array().expect("rows") {
        for cell in row["cells"].as_array().expect("cells") {
            let place =
                |key: &str| usize::try_from(cell["cell"][key].as_u64().expect(key)).expect(key);
            let (start, end) = (place("start"), place("end"));
            let own: String = text.chars().skip(start).take(end - start).collect();
            assert_eq!(Some(own.as_str()), cell["cell"]["text"].as_str());
            cells += 1;
        }
    }
    assert_eq!(cells, 9);
    let boxes = folder.run(&["text", "report.md", "--boxes", "json"]);
    let boxes: Vec<Value> = serde_json::from_str(&boxes.stdout).expect("JSON");
    let within = boxes.iter().filter(|one| !one["cell"].is_null()).count();
    let shown: usize = [
        "Wing", "2023", "2024", "North", "12", "14", "South", "9", "12",
    ]
    .iter()
    .map(|cell| cell.len())
    .sum();
    assert_eq!(within, shown);
}

#[test]
fn a_table_inside_of_a_cell_is_said_to_be_text() {
    let folder = folder("tables_nested");
    let printed = folder.run(&["tables", "nested.html"]);
    assert!(
        printed
            .stdout
            .contains("a table inside of a cell is left as that cell's text"),
        "{printed:?}"
    );
    let pages = folder.run(&["pages", "nested.html"]);
    assert!(
        pages
            .stdout
            .contains("1 table, 1 more inside of cells left as text"),
        "{pages:?}"
    );
}

#[test]
fn a_document_without_tables_and_a_page_that_is_none_are_told() {
    let folder = folder("tables_none");
    folder.write("plain.txt", "Nothing in rows.\n");
    assert_eq!(
        folder.run(&["tables", "plain.txt"]).stdout,
        "no tables found\n"
    );
    let missing = folder.run(&["tables", "report.md", "--page", "4"]);
    assert_eq!(missing.code, 2);
    assert!(missing.stderr.contains("has no page 4"), "{missing:?}");
    let both = folder.run(&["tables", "report.md", "--json", "--csv"]);
    assert_eq!(both.code, 2);
}

#[test]
fn the_cell_of_an_accepted_value_stands_in_its_evidence() {
    let folder = folder("tables_evidence");
    folder.write(
        "rooms.md",
        "# Rooms\n\n| Wing | Rooms |\n|---|---:|\n| North | 12 |\n| South | 9 |\n\nThat is **all**.\n",
    );
    folder.write(
        "schema.toml",
        "name = \"t\"\nversion = \"1.0.0\"\n[[field]]\nname = \"north\"\ntype = \"number\"\ncues = [\"North\"]\n",
    );
    let decided = |document: &str, value: &str, quote: &str, column: &str| -> Value {
        let candidate = serde_json::json!({
            "field_name": "north", "value": value, "quote": quote, "row": "North",
            "column": column, "confidence": 0.9,
        });
        folder.write("candidate.json", candidate.to_string());
        let args = [
            "verify",
            document,
            "candidate.json",
            "--schema",
            "schema.toml",
            "--json",
        ];
        let printed = folder.run(&args);
        let report: Value = serde_json::from_str(&printed.stdout).expect("JSON");
        report["decisions"][0].clone()
    };
    let right = decided("rooms.md", "12", "North 12", "Rooms");
    assert_eq!(right["decision"], "ACCEPT", "{right}");
    let cell = &right["evidence"]["cell"];
    assert_eq!(cell["cell"]["text"], "12");
    assert_eq!(cell["row_head"]["text"], "North");
    assert_eq!(cell["column_heads"][0]["text"], "Rooms");
    // The field does not say which year it asks for: a person has to.
    let either = decided("report.md", "14", "North 12 14", "2024");
    assert_eq!(either["decision"], "NEED_REVIEW", "{either}");
    assert_eq!(
        either["evidence"]["cell"]["column_heads"][0]["text"],
        "2024"
    );
    let wrong = decided("report.md", "14", "North 12 14", "2023");
    assert_eq!(
        wrong["stop_proof"]["issues"][0]["code"], "cell_mismatch",
        "{wrong}"
    );
}
