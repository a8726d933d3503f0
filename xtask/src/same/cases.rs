//! The commands both builds run, group by group.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::eval::quotes::lines;

/// How many labelled questions are asked and their runs recorded.
const QUESTIONS: usize = 40;

/// One command.
pub(crate) struct Case {
    pub(crate) group: &'static str,
    pub(super) name: String,
    /// Its arguments; `{side}` stands for a name of the build's own.
    pub(crate) args: Vec<String>,
    pub(super) reads: Reads,
}

/// Where a command leaves what is compared.
pub(super) enum Reads {
    /// On standard output, as JSON or one JSON text a line.
    Json,
    /// On standard output, as text.
    Text,
    /// In a folder of files.
    Folder(String),
}

/// A command that the older build runs to record something, and what it prints.
type Record<'a> = &'a dyn Fn(&[String]) -> Result<String, String>;

/// Where cases are made.
struct Maker<'a> {
    scratch: &'a Path,
    record: Record<'a>,
    cases: Vec<Case>,
}

/// All cases of the wanted groups; every group where none is named.
pub(crate) fn all(
    root: &Path,
    data: Option<&Path>,
    scratch: &Path,
    groups: &[String],
    record: Record<'_>,
) -> Result<Vec<Case>, String> {
    let mut maker = Maker {
        scratch,
        record,
        cases: Vec::new(),
    };
    let wanted = |group: &str| groups.is_empty() || groups.iter().any(|one| one == group);
    if wanted("examples") {
        let examples = root.join("examples");
        let examples = fs::canonicalize(&examples).map_err(|error| format!("examples: {error}"))?;
        maker.examples(&examples)?;
    }
    let Some(data) = data else {
        return Ok(maker.cases);
    };
    let data = &fs::canonicalize(data).map_err(|error| format!("data: {error}"))?;
    let contracts = texts(&data.join("cuad/contracts.jsonl"))?;
    if wanted("contracts") {
        maker.extracts("contracts", "contract", &contracts)?;
    }
    if wanted("ndas") {
        maker.extracts(
            "ndas",
            "nda",
            &texts(&data.join("kleister_nda/ndas.jsonl"))?,
        )?;
    }
    if wanted("quotes") {
        maker.quotes(&data.join("quotes/cases.jsonl"), &contracts)?;
    }
    if wanted("statutes") {
        maker.statutes(&data.join("tax"))?;
    }
    if wanted("pdfs") {
        for path in files(&data.join("pdfs/files"))? {
            maker.push("pdfs", &name_of(&path), &["text", &path], Reads::Text);
        }
    }
    if wanted("runs") {
        maker.runs(&data.join("contract_qa/questions.jsonl"), &contracts)?;
    }
    Ok(maker.cases)
}

impl Maker<'_> {
    fn push(&mut self, group: &'static str, name: &str, args: &[&str], reads: Reads) {
        self.cases.push(Case {
            group,
            name: name.to_owned(),
            args: args.iter().map(|arg| (*arg).to_owned()).collect(),
            reads,
        });
    }

    fn record(&self, args: &[&str]) -> Result<String, String> {
        let args: Vec<String> = args.iter().map(|arg| (*arg).to_owned()).collect();
        (self.record)(&args)
    }

    fn write(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.scratch.join(name);
        let folder = path.parent().unwrap_or(self.scratch);
        let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, text));
        written.map_err(|error| format!("`{}`: {error}", path.display()))?;
        Ok(name.to_owned())
    }

    /// Every document of the examples: its text, what the screen says, its decisions,
    /// the statute's rules, a receipt and a run of each.
    fn examples(&mut self, examples: &Path) -> Result<(), String> {
        const GROUP: &str = "examples";
        let at = |name: &str| examples.join(name).to_string_lossy().into_owned();
        for folder in ["adversarial", "invoices", "lease", "loan", "statute"] {
            for path in files(&examples.join(folder))? {
                let name = format!("{folder}/{}", name_of(&path));
                if ["toml", "json", "jsonl"]
                    .iter()
                    .any(|end| name.ends_with(end))
                {
                    continue;
                }
                self.push(
                    GROUP,
                    &format!("text {name}"),
                    &["text", &path],
                    Reads::Text,
                );
                let screen = ["screen", &path, "--json"];
                self.push(GROUP, &format!("screen {name}"), &screen, Reads::Json);
            }
        }
        for (folder, schema) in [
            ("adversarial", at("adversarial/schema.toml")),
            ("invoices", "invoice".to_owned()),
            ("lease", "contract".to_owned()),
            ("lease", at("lease/schema.toml")),
            ("loan", at("loan/schema.toml")),
        ] {
            let args = ["extract", &at(folder), "--schema", &schema, "--jsonl"];
            self.push(GROUP, &format!("extract {folder}"), &args, Reads::Json);
        }
        let (candidates, schema) = (at("loan/candidates.json"), at("loan/schema.toml"));
        for ending in ["txt", "pdf", "docx", "html", "eml"] {
            let document = at(&format!("loan/agreement.{ending}"));
            let verify = ["verify", &document, &candidates, "--schema", &schema];
            let name = format!("verify agreement.{ending}");
            self.push(
                GROUP,
                &name,
                &[&verify[..], &["--json"]].concat(),
                Reads::Json,
            );
            let receipt = format!("receipt-{ending}.json");
            self.record(&[&verify[..], &["--receipt", &receipt]].concat())?;
            let check = ["check", &receipt, "--document", &document, "--json"];
            self.push(GROUP, &format!("check {receipt}"), &check, Reads::Json);
        }
        let (act, candidates) = (at("statute/act.txt"), at("statute/candidates.jsonl"));
        let validate = ["rules", "validate", &candidates, "--json"];
        self.push(GROUP, "rules validate", &validate, Reads::Json);
        let align = ["rules", "align", &candidates, "--document", &act, "--json"];
        self.push(GROUP, "rules align", &align, Reads::Json);
        self.rules(GROUP, "act", &act, Some(&candidates))?;
        let copied = at("loan/agreement.txt");
        let text = fs::read_to_string(&copied).map_err(|error| format!("`{copied}`: {error}"))?;
        self.write("loan/agreement.txt", &text)?;
        self.record(&["index", "loan"])?;
        for (number, question) in [
            "What is the interest rate of the loan?",
            "When does the loan mature?",
            "Who is the lender?",
        ]
        .into_iter()
        .enumerate()
        {
            self.run(GROUP, &format!("loan-{number}"), question, "loan")?;
        }
        Ok(())
    }

    /// Documents written to a folder and extracted in one go.
    fn extracts(
        &mut self,
        group: &'static str,
        schema: &str,
        documents: &[(String, String)],
    ) -> Result<(), String> {
        for (number, (_, text)) in documents.iter().enumerate() {
            self.write(&format!("{group}/{number:04}.txt"), text)?;
        }
        let args = ["extract", group, "--schema", schema, "--jsonl"];
        self.push(group, "extract", &args, Reads::Json);
        Ok(())
    }

    /// True and false quotes of contracts, a document's at a time.
    fn quotes(&mut self, cases: &Path, contracts: &[(String, String)]) -> Result<(), String> {
        let cases = lines(cases)?;
        for (number, (name, text)) in contracts.iter().enumerate() {
            let of_it = cases.iter().filter(|case| case["doc"] == name.as_str());
            let candidates: Vec<Value> = of_it
                .map(|case| {
                    let (field, quote) = (&case["id"], &case["quote"]);
                    json!({"field_name": field, "value": quote, "quote": quote, "confidence": 0.9})
                })
                .collect();
            if candidates.is_empty() {
                continue;
            }
            let document = self.write(&format!("quotes/{number}.txt"), text)?;
            let said = Value::Array(candidates).to_string();
            let candidates = self.write(&format!("quotes/{number}.json"), &said)?;
            let args = ["verify", &document, &candidates, "--json"];
            self.push("quotes", &number.to_string(), &args, Reads::Json);
        }
        Ok(())
    }

    fn statutes(&mut self, tax: &Path) -> Result<(), String> {
        const GROUP: &str = "statutes";
        for path in files(&tax.join("pdf"))? {
            self.rules(GROUP, &name_of(&path), &path, None)?;
        }
        for (name, text) in texts(&tax.join("us_code_sections.jsonl"))? {
            let path = self.write(&format!("statutes/{name}.md"), &text)?;
            self.rules(GROUP, &name, &path, None)?;
        }
        Ok(())
    }

    /// The rules of a statute, and the set that is frozen of them or of given candidates.
    fn rules(
        &mut self,
        group: &'static str,
        name: &str,
        document: &str,
        candidates: Option<&str>,
    ) -> Result<(), String> {
        let extract = ["rules", "extract", document, "--jsonl"];
        self.push(
            group,
            &format!("rules extract {name}"),
            &extract,
            Reads::Json,
        );
        let candidates = match candidates {
            Some(given) => given.to_owned(),
            None => self.write(&format!("rules/{name}.jsonl"), &self.record(&extract)?)?,
        };
        let out = format!("frozen-{name}-{{side}}");
        let args = [
            "rules",
            "freeze",
            &candidates,
            "--document",
            document,
            "--out",
            &out,
        ];
        self.push(
            group,
            &format!("rules freeze {name}"),
            &args,
            Reads::Folder(out.clone()),
        );
        Ok(())
    }

    /// Questions over all contracts, asked again and replayed from what was recorded.
    fn runs(&mut self, questions: &Path, contracts: &[(String, String)]) -> Result<(), String> {
        for (number, (_, text)) in contracts.iter().enumerate() {
            self.write(&format!("papers/{number:04}.txt"), text)?;
        }
        self.record(&["index", "papers"])?;
        for (number, question) in lines(questions)?.iter().take(QUESTIONS).enumerate() {
            let question = question["question"].as_str().unwrap_or_default();
            self.run("runs", &format!("run-{number}"), question, "papers")?;
        }
        Ok(())
    }

    /// A question: its answer, and its recorded pack derived again.
    fn run(
        &mut self,
        group: &'static str,
        name: &str,
        question: &str,
        corpus: &str,
    ) -> Result<(), String> {
        let pack = format!("{name}.json");
        self.record(&["ask", question, "--corpus", corpus, "--pack", &pack])?;
        let ask = ["ask", question, "--corpus", corpus, "--json"];
        self.push(group, &format!("ask {name}"), &ask, Reads::Json);
        let replay = ["replay", &pack, "--json"];
        self.push(group, &format!("replay {name}"), &replay, Reads::Json);
        Ok(())
    }
}

/// The files of a folder, in the order of their names.
pub(crate) fn files(folder: &Path) -> Result<Vec<String>, String> {
    let unreadable = |error| format!("`{}`: {error}", folder.display());
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_file() {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    found.sort();
    Ok(found)
}

fn name_of(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_owned()
}

/// The names and texts of labelled documents.
fn texts(path: &Path) -> Result<Vec<(String, String)>, String> {
    let text = |line: &Value, key: &str| line[key].as_str().unwrap_or_default().to_owned();
    let lines = lines(path)?;
    let named = lines
        .iter()
        .map(|line| (text(line, "doc_id"), text(line, "text")));
    Ok(named.collect())
}
