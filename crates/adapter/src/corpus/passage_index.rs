//! The passages in their search index. It is written once and never changed: a
//! score depends on all passages, so the same documents must give the same index,
//! however they came together.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use groundstop_language::{LANGUAGES, Language};
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::indexer::NoMergePolicy;
use tantivy::query::{BooleanQuery, DisjunctionMaxQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value,
};
use tantivy::tokenizer::{
    Language as StemmerLanguage, LowerCaser, PreTokenizedString, RemoveLongFilter, SimpleTokenizer,
    Stemmer, TextAnalyzer,
};
use tantivy::{
    DocAddress, DocId, Index, IndexWriter, ReloadPolicy, Score, Searcher, SegmentOrdinal,
    SegmentReader, TantivyDocument, Term,
};

use super::passages::Passage;

/// Memory of the writer before it puts passages away.
const WRITER_BYTES: usize = 64 * 1024 * 1024;
/// Words longer than this are none.
const WORD_BYTES_MAX: usize = 60;
/// How many of the best are ordered exactly.
const BEST: usize = 64;

/// A passage that was found.
#[derive(Clone, Debug)]
pub(super) struct FoundPassage {
    pub(super) score: Score,
    pub(super) document: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

struct Fields {
    text: Field,
    /// What the whole document is called and how it begins.
    about: Field,
    document: Field,
    start: Field,
    end: Field,
}

/// The index, open.
pub(super) struct PassageIndex {
    searcher: Searcher,
    fields: Fields,
}

fn layout() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let words = TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs);
    let words = TextOptions::default().set_indexing_options(words);
    let fields = Fields {
        text: schema.add_text_field("text", words.clone()),
        about: schema.add_text_field("about", words),
        document: schema.add_text_field("document", STORED),
        start: schema.add_u64_field("start", STORED),
        end: schema.add_u64_field("end", STORED),
    };
    (schema.build(), fields)
}

/// Takes a text of a language apart into the stems of its words.
fn analyzer(language: &Language) -> TextAnalyzer {
    TextAnalyzer::builder(SimpleTokenizer::default())
        .filter(RemoveLongFilter::limit(WORD_BYTES_MAX))
        .filter(LowerCaser)
        .filter(Stemmer::new(stemming(language)))
        .build()
}

/// How words of a language lose their endings; as English ones where no way is named.
fn stemming(language: &Language) -> StemmerLanguage {
    match language.code {
        "de" => StemmerLanguage::German,
        "es" => StemmerLanguage::Spanish,
        "fr" => StemmerLanguage::French,
        "it" => StemmerLanguage::Italian,
        "nl" => StemmerLanguage::Dutch,
        "pt" => StemmerLanguage::Portuguese,
        _ => StemmerLanguage::English,
    }
}

/// The words of a text, stemmed as its own language does.
fn stemmed(text: &str) -> PreTokenizedString {
    let mut analyzer = analyzer(Language::of(text));
    let mut stream = analyzer.token_stream(text);
    let mut tokens = Vec::new();
    stream.process(&mut |token| tokens.push(token.clone()));
    PreTokenizedString {
        text: text.to_owned(),
        tokens,
    }
}

/// Writes a new index in a folder of its own.
pub(super) struct PassageIndexWriter {
    index: Index,
    writer: IndexWriter,
    fields: Fields,
}

impl PassageIndexWriter {
    pub(super) fn create(dir: &Path) -> tantivy::Result<PassageIndexWriter> {
        fs::create_dir_all(dir)?;
        let (schema, fields) = layout();
        let index = Index::create_in_dir(dir, schema)?;
        let writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES)?;
        writer.set_merge_policy(Box::new(NoMergePolicy));
        Ok(PassageIndexWriter {
            index,
            writer,
            fields,
        })
    }

    pub(super) fn add(&self, sha256: &str, about: &str, passage: &Passage) -> tantivy::Result<()> {
        let mut entry = TantivyDocument::new();
        entry.add_pre_tokenized_text(self.fields.text, stemmed(&passage.text));
        entry.add_pre_tokenized_text(self.fields.about, stemmed(about));
        entry.add_text(self.fields.document, sha256);
        entry.add_u64(self.fields.start, passage.span.start.as_u64());
        entry.add_u64(self.fields.end, passage.span.end.as_u64());
        self.writer.add_document(entry)?;
        Ok(())
    }

    pub(super) fn finish(mut self) -> tantivy::Result<()> {
        self.writer.commit()?;
        let segments = self.index.searchable_segment_ids()?;
        if segments.len() > 1 {
            self.writer.merge(&segments).wait()?;
        }
        self.writer.wait_merging_threads()
    }
}

impl PassageIndex {
    pub(super) fn open(dir: &Path) -> tantivy::Result<PassageIndex> {
        let index = Index::open_in_dir(dir)?;
        let (schema, fields) = layout();
        if index.schema() != schema {
            return Err(tantivy::TantivyError::SchemaError("another layout".into()));
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()?;
        Ok(PassageIndex {
            searcher: reader.searcher(),
            fields,
        })
    }

    /// The best passages, and all that are as good as the last of them.
    pub(super) fn find(&self, question: &str) -> tantivy::Result<Vec<FoundPassage>> {
        let mut scored = self.searcher.search(&self.query(question), &AllScored)?;
        scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let least = scored.get(BEST.saturating_sub(1)).map(|(score, _)| *score);
        scored
            .into_iter()
            .take_while(|(score, _)| least.is_none_or(|least| *score >= least))
            .map(|(score, address)| self.passage(score, address))
            .collect()
    }

    /// The openings of the documents that a name fits best by what they are called and how they
    /// begin, and of all that it fits as well as the last of them.
    pub(super) fn find_named(
        &self,
        name: &str,
        documents: usize,
    ) -> tantivy::Result<Vec<FoundPassage>> {
        let query = self.query_in(&[self.fields.about], name);
        let mut scored = self.searcher.search(&query, &AllScored)?;
        scored.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        let mut openings: BTreeMap<String, FoundPassage> = BTreeMap::new();
        let mut last: Option<Score> = None;
        for (score, address) in scored {
            if openings.len() >= documents && last != Some(score) {
                break;
            }
            last = Some(score);
            let passage = self.passage(score, address)?;
            let start = passage.start;
            let kept = openings.entry(passage.document.clone());
            let kept = kept.or_insert_with(|| passage.clone());
            if start < kept.start {
                *kept = passage;
            }
        }
        Ok(openings.into_values().collect())
    }

    fn query(&self, question: &str) -> BooleanQuery {
        self.query_in(&[self.fields.text, self.fields.about], question)
    }

    /// A query for the words of a text, each in one of the fields.
    fn query_in(&self, fields: &[Field], question: &str) -> BooleanQuery {
        // Without a small word that tells the question's language, its words are looked for in all.
        let languages = match Language::spoken(question) {
            Some(language) => vec![language],
            None => LANGUAGES.to_vec(),
        };
        let asked = |language: &Language| {
            let all = terms(language, question);
            let asking = terms(language, &language.words.asking.join(" "));
            let about: BTreeSet<_> = all.difference(&asking).cloned().collect();
            if about.is_empty() { all } else { about }
        };
        let chosen: BTreeSet<String> = languages.into_iter().flat_map(asked).collect();
        let in_field = |field, word: &str| {
            let term = Term::from_field_text(field, word);
            Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)) as Box<dyn Query>
        };
        // A word counts once, wherever it says more: in the passage, or in what the
        // whole document is about.
        let clauses = chosen.into_iter().map(|word| {
            let each = fields.iter().map(|field| in_field(*field, &word));
            let either = DisjunctionMaxQuery::new(each.collect());
            (Occur::Should, Box::new(either) as Box<dyn Query>)
        });
        BooleanQuery::new(clauses.collect())
    }

    fn passage(&self, score: Score, address: DocAddress) -> tantivy::Result<FoundPassage> {
        let entry: TantivyDocument = self.searcher.doc(address)?;
        let number = |field| {
            let value = entry.get_first(field).and_then(|value| value.as_u64());
            value.and_then(|value| usize::try_from(value).ok())
        };
        let document = entry.get_first(self.fields.document);
        let document = document.and_then(|value| value.as_str().map(str::to_owned));
        match (document, number(self.fields.start), number(self.fields.end)) {
            (Some(document), Some(start), Some(end)) => Ok(FoundPassage {
                score,
                document,
                start,
                end,
            }),
            _ => Err(tantivy::TantivyError::SchemaError(
                "a field is missing".into(),
            )),
        }
    }
}

/// The words of a text as the index knows them where they are of this language.
fn terms(language: &Language, text: &str) -> BTreeSet<String> {
    let mut analyzer = analyzer(language);
    let mut stream = analyzer.token_stream(text);
    let mut terms = BTreeSet::new();
    while stream.advance() {
        terms.insert(stream.token().text.clone());
    }
    terms
}

/// Keeps every passage with its score: the cut is made where ties can be seen.
struct AllScored;

struct AllOfSegment {
    segment: SegmentOrdinal,
    scored: Vec<(Score, DocAddress)>,
}

impl Collector for AllScored {
    type Fruit = Vec<(Score, DocAddress)>;
    type Child = AllOfSegment;

    fn for_segment(
        &self,
        segment: SegmentOrdinal,
        _reader: &SegmentReader,
    ) -> tantivy::Result<AllOfSegment> {
        Ok(AllOfSegment {
            segment,
            scored: Vec::new(),
        })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(
        &self,
        segments: Vec<Vec<(Score, DocAddress)>>,
    ) -> tantivy::Result<Vec<(Score, DocAddress)>> {
        Ok(segments.concat())
    }
}

impl SegmentCollector for AllOfSegment {
    type Fruit = Vec<(Score, DocAddress)>;

    fn collect(&mut self, doc: DocId, score: Score) {
        let address = DocAddress::new(self.segment, doc);
        self.scored.push((score, address));
    }

    fn harvest(self) -> Vec<(Score, DocAddress)> {
        self.scored
    }
}
