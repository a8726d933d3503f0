//! HTML: ordinary pages, of which nothing may be flagged.

use crate::support::open;

/// Pages and parts of pages as people and programs write them.
const PAGES: &[(&str, &str)] = &[
    (
        "a table with borders and colours",
        "<style>table{border-collapse:collapse;width:100%;table-layout:fixed}th{background:#f2f2f2;\
         text-align:left}td,th{border:1px solid #ddd;padding:8px}tr:nth-child(even){background-color:#f9f9f9}\
         </style><table><thead><tr><th>Item<th>Fee</thead><tbody><tr><td>Rent<td>$500</table>",
    ),
    (
        "a table with a dark head",
        "<style>thead th{background-color:#1f3864;color:#fff;font-weight:600}</style>\
         <table><thead><tr><th>Item</th></tr></thead><tr><td>Rent</td></tr></table>",
    ),
    (
        "nested lists",
        "<style>ol{list-style-type:lower-alpha;counter-reset:item}ul{list-style:square inside;padding-left:1.5em}\
         </style><ol><li>One<ul><li>Two</ul><li>Three</ol>",
    ),
    (
        "a flex layout",
        "<style>.row{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;align-items:center}\
         .col{flex:1 1 0;min-width:0}</style><div class=row><div class=col>Left</div><div class=col>Right</div></div>",
    ),
    (
        "a grid layout",
        "<style>main{display:grid;grid-template-columns:repeat(auto-fit,minmax(0,1fr)) 20rem;grid-gap:10px;\
         grid-template-areas:'a b'}aside{grid-area:b;align-self:start;position:sticky;top:0}</style>\
         <main><article>Text</article><aside>Notes</aside></main>",
    ),
    (
        "styles for printing",
        "<style>@page{size:A4;margin:2cm}@media print{nav{display:none}a::after{content:' (' attr(href) ')'}\
         body{font-size:10pt;color:#000}}h1{page-break-before:always;break-inside:avoid;orphans:3;widows:3}</style>\
         <nav>Menu</nav><h1>Lease</h1><p>Rent is due.</p>",
    ),
    (
        "a filing's inline styles",
        "<div style=\"text-align:center;font-size:10pt;font-family:'Times New Roman',Times,serif;line-height:120%;\">\
         <font style=\"font-family:inherit;font-size:10pt;font-weight:bold;\">EXHIBIT 10.1</font></div>\
         <div style=\"line-height:120%;padding-top:8px;text-indent:48px;\"><font style='font-size:10pt'>Rent.</font></div>",
    ),
    (
        "a filing's table",
        "<table cellpadding=0 cellspacing=0 style=\"border-collapse:collapse;width:100%;font:10pt Times New Roman, Times, Serif\">\
         <tr style=\"vertical-align:bottom;background-color:rgb(204,238,255)\"><td style=\"width:88%;padding-bottom:1pt\">Cash</td>\
         <td style=\"width:1%;border-bottom:black 1pt solid\">$</td><td style=\"width:10%;text-align:right\">500</td></tr></table>",
    ),
    (
        "tagged figures of a filing",
        "<p style='-sec-extract:summary;margin:0pt'>Net income <ix:nonFraction name='us-gaap:NetIncomeLoss' \
         contextRef='c1' unitRef='usd' decimals='-3' scale='3'>500</ix:nonFraction></p>",
    ),
    (
        "a page that a word processor saved",
        "<style><!-- @font-face{font-family:Calibri;panose-1:2 15 5 2 2 2 4 3 2 4;} p.MsoNormal{margin:0cm;\
         margin-bottom:.0001pt;font-size:11.0pt;mso-style-parent:\"\";mso-pagination:widow-orphan;tab-stops:center 8cm}\
         @page WordSection1{size:612.0pt 792.0pt;margin:72.0pt;mso-header-margin:36.0pt}div.WordSection1{page:WordSection1}\
         --></style><div class=WordSection1><p class=MsoNormal style='text-align:justify;text-autospace:none'>\
         <span lang=EN-US style='mso-ansi-language:EN-US;layout-grid-mode:line'>Rent</span></p></div>",
    ),
    (
        "a sheet that evens out browsers",
        "<style>*,::before,::after{box-sizing:border-box;border:0 solid}html{line-height:1.15;-webkit-text-size-adjust:100%;\
         tab-size:4;font-feature-settings:normal}sub,sup{font-size:75%;line-height:0;position:relative;\
         vertical-align:baseline}sup{top:-.5em}button{text-transform:none;-webkit-appearance:button;\
         background-color:transparent;background-image:none}[hidden]{display:none}</style>\
         <p>Rent<sup>a</sup></p><button>Sign</button>",
    ),
    (
        "cards with shadows and motion",
        "<style>.card{box-shadow:0 4px 8px rgba(0,0,0,.2);border-radius:5px;transition:box-shadow .3s ease;\
         transform:translateY(-2px);will-change:transform;overflow:hidden;max-width:600px;margin:0 auto}\
         .card:hover{opacity:.5;transform:scale(0)}</style><div class=card>Rent is due.</div>",
    ),
    (
        "a fixed head over a page",
        "<style>header{position:fixed;top:0;left:0;right:0;z-index:100;height:60px;background:#fff;\
         backdrop-filter:blur(4px)}main{margin-top:60px}</style><header>Lease</header><main>Rent</main>",
    ),
    (
        "a dark page",
        "<style>:root{color-scheme:light dark;--bg:#1e1e1e;--fg:#ddd}body{background:var(--bg);color:var(--fg)}\
         a{color:#9cdcfe;text-decoration:underline;text-underline-offset:3px}</style><p>Rent <a href=x>terms</a></p>",
    ),
    (
        "a form",
        "<form><fieldset><legend>Lease</legend><label for=a>Name</label><input id=a value=x><select><option>Monthly\
         </select><textarea rows=3 cols=40>Notes</textarea><button type=submit>Send</button></fieldset></form>",
    ),
    (
        "code and quotes",
        "<style>pre{white-space:pre-wrap;word-break:break-word;overflow:auto;background:#f6f8fa;padding:16px;\
         font:12px/1.5 Consolas,monospace}blockquote{border-left:.25em solid #dfe2e5;color:#6a737d;\
         quotes:'\u{201c}' '\u{201d}'}</style><pre>a = 1</pre><blockquote>Rent <q>is due</q></blockquote>",
    ),
    (
        "a chart",
        "<svg viewBox='0 0 400 200' width=400 height=200><g transform='translate(40,20)'><rect width=20 height=90 \
         fill=steelblue /><text x=10 y=110 text-anchor=middle font-size=10>2023</text><text x=-10 y=50 \
         transform='rotate(-90)' fill='#333'>Fee</text></g></svg>",
    ),
    (
        "columns and floats",
        "<style>.t{column-count:2;column-gap:2em;column-rule:1px solid #ccc;hyphens:auto}img{float:right;\
         shape-outside:circle(50%);clear:both}.clearfix::after{content:'';display:table;clear:both}</style>\
         <div class='t clearfix'><img alt=''>Rent is due on the first day.</div>",
    ),
    (
        "old attributes",
        "<body bgcolor=#ffffff text=#000000 link=#0000ee><center><font face=Arial size=2 color=navy>Rent</font></center>\
         <table border=1 width='100%' bgcolor=#eeeeee><tr valign=top><td align=right nowrap>500</td></tr></table>",
    ),
    (
        "a gradient under a title",
        "<style>.hero{background:linear-gradient(135deg,#1f3864 0%,rgba(31,56,100,.95) 100%);color:#fff;padding:4rem 2rem;\
         text-shadow:0 1px 2px rgba(0,0,0,.4);letter-spacing:.05em}</style><div class=hero><h1>Lease</h1></div>",
    ),
    (
        "small print and signatures",
        "<p style='font-size:6pt;letter-spacing:-.1pt;color:#666'>Subject to terms.</p>\
         <p style='border-top:1px solid black;width:3in;margin-top:40px;font-variant:small-caps'>Signature</p>",
    ),
    (
        "a mail's layout",
        "<div style='max-width:600px;margin:0 auto;-webkit-font-smoothing:antialiased;mso-line-height-rule:exactly;\
         -ms-text-size-adjust:100%'><table role=presentation style='mso-table-lspace:0pt;border-spacing:0'><tr>\
         <td style='padding:20px;background:#ffffff url(x.png) no-repeat top;line-height:1.4'>Rent</td></tr></table></div>",
    ),
    (
        "text from right to left",
        "<p dir=rtl style='direction:rtl;unicode-bidi:embed;writing-mode:horizontal-tb'>\u{5e9}\u{5db}\u{5e8} 500</p>",
    ),
];

#[test]
fn nothing_of_an_ordinary_page_is_flagged() {
    assert!(PAGES.len() >= 20);
    for (about, page) in PAGES {
        let page = format!("<!doctype html><html>{page}</html>");
        let document = open(page.as_bytes()).unwrap();
        assert!(document.text().chars().count() >= 5, "{about}");
        let flagged: Vec<&str> = document
            .flagged()
            .iter()
            .filter_map(|one| document.slice(one.span))
            .collect();
        assert!(flagged.is_empty(), "{about}: {flagged:?}");
    }
}
