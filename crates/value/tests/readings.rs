//! Tables of spellings: what each kind reads out of a text, and what it leaves alone.

use groundstop_contract::{DateOrder, NumberFormat, WireValue};
use groundstop_value::{Kind, Value, read_all};

/// Every reading as `spelling=value`, several values joined by ` or `.
fn show(kind: &Kind, text: &str) -> Vec<String> {
    read_all(kind, text)
        .into_iter()
        .map(|reading| {
            let values: Vec<String> = reading.values.iter().map(written).collect();
            let marks = format!(
                "{}{}",
                if reading.scaled { " scaled" } else { "" },
                if reading.bare { " bare" } else { "" }
            );
            format!("{}={}{marks}", &text[reading.span], values.join(" or "))
        })
        .collect()
}

fn written(value: &Value) -> String {
    match value.to_wire() {
        WireValue::Text(text) => text,
        WireValue::Boolean(yes) => yes.to_string(),
        WireValue::Money(money) => format!("{} {}", money.amount, money.currency),
        WireValue::Duration(d) => format!("{} {:?}", d.count, d.unit),
    }
}

fn check(kind: &Kind, table: &[(&str, &[&str])]) {
    let mut wrong = String::new();
    for (text, expected) in table {
        let found = show(kind, text);
        if found != *expected {
            wrong.push_str(&format!(
                "\n  {text}\n    found    {found:?}\n    expected {expected:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{kind:?}{wrong}");
}

fn nothing(kind: &Kind, texts: &[&str]) {
    let table: Vec<(&str, &[&str])> = texts.iter().map(|text| (*text, &[][..])).collect();
    check(kind, &table);
}

const DATE: Kind = Kind::Date {
    order: None,
    century: None,
};
const MONEY: Kind = Kind::Money {
    currency: None,
    format: None,
};
const PERCENT: Kind = Kind::Percent {
    ratio: false,
    format: None,
};
const NUMBER: Kind = Kind::Number { format: None };

#[test]
fn dates_are_read_in_every_common_spelling() {
    check(
        &DATE,
        &[
            ("on 2024-01-05.", &["2024-01-05=2024-01-05"]),
            (
                "at 2024-01-05T10:30:00Z",
                &["2024-01-05T10:30:00Z=2024-01-05"],
            ),
            ("January 5, 2024", &["January 5, 2024=2024-01-05"]),
            ("January 5 2024", &["January 5 2024=2024-01-05"]),
            ("JANUARY 5, 2024", &["JANUARY 5, 2024=2024-01-05"]),
            ("5 January 2024", &["5 January 2024=2024-01-05"]),
            ("5 January, 2024", &["5 January, 2024=2024-01-05"]),
            ("Jan. 5, 2024", &["Jan. 5, 2024=2024-01-05"]),
            ("Jan 5th, 2024", &["Jan 5th, 2024=2024-01-05"]),
            ("Sept. 30, 2019", &["Sept. 30, 2019=2019-09-30"]),
            (
                "the 5th day of January, 2024",
                &["5th day of January, 2024=2024-01-05"],
            ),
            (
                "this 5th day of January 2024",
                &["5th day of January 2024=2024-01-05"],
            ),
            (
                "the fifth day of January, 2024",
                &["fifth day of January, 2024=2024-01-05"],
            ),
            (
                "the Twenty-First day of March, 2003",
                &["Twenty-First day of March, 2003=2003-03-21"],
            ),
            (
                "the fifth (5th) day of May, 2011",
                &["fifth (5th) day of May, 2011=2011-05-05"],
            ),
            (
                "the fifth (6th) day of May, 2011",
                &["fifth (6th) day of May, 2011=2011-05-05 or 2011-05-06"],
            ),
            ("1st of March, 2003", &["1st of March, 2003=2003-03-01"]),
            (
                "the 5 th day of January, 2024",
                &["5 th day of January, 2024=2024-01-05"],
            ),
            ("01/15/2025", &["01/15/2025=2025-01-15"]),
            ("15.01.2025", &["15.01.2025=2025-01-15"]),
            ("15-01-2025", &["15-01-2025=2025-01-15"]),
            ("2024/01/05", &["2024/01/05=2024-01-05"]),
            ("05-Jan-2024", &["05-Jan-2024=2024-01-05"]),
            ("Jan-05-2024", &["Jan-05-2024=2024-01-05"]),
            ("5. Januar 2024", &["5. Januar 2024=2024-01-05"]),
            ("1er janvier 2024", &["1er janvier 2024=2024-01-01"]),
            ("5 de enero de 2024", &["5 de enero de 2024=2024-01-05"]),
            ("5 février 2024", &["5 février 2024=2024-02-05"]),
            ("31 dicembre 2020", &["31 dicembre 2020=2020-12-31"]),
            (
                "1º de janeiro de 2021",
                &["1º de janeiro de 2021=2021-01-01"],
            ),
            ("5 mei 2024", &["5 mei 2024=2024-05-05"]),
            (
                "January\n5,\u{a0}2024",
                &["January\n5,\u{a0}2024=2024-01-05"],
            ),
            (
                "the 5th day of January, in the year 2024",
                &["5th day of January, in the year 2024=2024-01-05"],
            ),
            ("05/05/2025", &["05/05/2025=2025-05-05"]),
            (
                "January 5, 2024 and January 7, 2024",
                &["January 5, 2024=2024-01-05", "January 7, 2024=2024-01-07"],
            ),
            (
                "from 01/01/2024-12/31/2024",
                &["01/01/2024=2024-01-01", "12/31/2024=2024-12-31"],
            ),
            ("(January 5, 2024)", &["January 5, 2024=2024-01-05"]),
            (
                "Friday, January 5, 2024, at noon",
                &["January 5, 2024=2024-01-05"],
            ),
            ("1 January to 31 March 2024", &["31 March 2024=2024-03-31"]),
            (
                "Section 5 and 7 January 2024",
                &["7 January 2024=2024-01-07"],
            ),
        ],
    );
}

#[test]
fn an_ambiguous_date_has_all_its_readings() {
    check(
        &DATE,
        &[
            ("01/02/2025", &["01/02/2025=2025-01-02 or 2025-02-01"]),
            ("1.2.2025", &["1.2.2025=2025-01-02 or 2025-02-01"]),
            ("12/25/99", &["12/25/99=1999-12-25 or 2099-12-25"]),
            ("5-Jan-24", &["5-Jan-24=1924-01-05 or 2024-01-05"]),
            (
                "3/1/03",
                &["3/1/03=1903-01-03 or 1903-03-01 or 2003-01-03 or 2003-03-01"],
            ),
        ],
    );
}

#[test]
fn a_declared_order_and_century_leave_one_reading_or_none() {
    let dmy = Kind::Date {
        order: Some(DateOrder::Dmy),
        century: Some(2000),
    };
    check(
        &dmy,
        &[
            ("01/02/2025", &["01/02/2025=2025-02-01"]),
            ("3/1/03", &["3/1/03=2003-01-03"]),
            ("01/15/2025", &[]),
            ("2025-01-15", &["2025-01-15=2025-01-15"]),
            ("January 15, 2025", &["January 15, 2025=2025-01-15"]),
        ],
    );
    let mdy = Kind::Date {
        order: Some(DateOrder::Mdy),
        century: None,
    };
    check(
        &mdy,
        &[
            ("01/02/2025", &["01/02/2025=2025-01-02"]),
            ("15/01/2025", &[]),
        ],
    );
    let ymd = Kind::Date {
        order: Some(DateOrder::Ymd),
        century: Some(1900),
    };
    check(
        &ymd,
        &[("99/02/03", &["99/02/03=1999-02-03"]), ("01/02/2025", &[])],
    );
}

#[test]
fn what_names_no_single_day_is_no_date() {
    nothing(
        &DATE,
        &[
            "January 2024",
            "2024",
            "January 5",
            "February 30, 2024",
            "30.02.2024",
            "2023-13-01",
            "January 5-7, 2024",
            "January 5 and 7, 2024",
            "5 and 7 January 2024",
            "5-7 January 2024",
            "5th to 7th January 2024",
            "5/7 January 2024",
            "January __, 2024",
            "January 5, 20__",
            "January 5, 2024¹",
            "January 5, 20244",
            "1.2.3",
            "1.2.03",
            "1.2.2003.4",
            "ABC-2024-01-05",
            "2024-01-055",
            "x2024-01-05",
            "May 5",
            "5January 2024",
            "January 5, '24",
            "the fifth and sixth day of January, 2024",
            "January 5, 2024,500",
            "2024-01-05-06",
        ],
    );
}

#[test]
fn numbers_are_read_exactly() {
    check(
        &NUMBER,
        &[
            ("has 1,234.50 units", &["1,234.50=1234.5"]),
            ("2,50,000 shares", &["2,50,000=250000"]),
            ("1.234,50", &["1.234,50=1234.5"]),
            ("1'250'000", &["1'250'000=1250000"]),
            (
                "1\u{a0}250\u{a0}000 pieces",
                &["1\u{a0}250\u{a0}000=1250000"],
            ),
            ("12,5", &["12,5=12.5"]),
            ("-5 and −5", &["-5=-5", "−5=-5"]),
            ("(5)", &["5=5"]),
            (".5 of it", &[".5=0.5"]),
            ("thirty (30) copies", &["thirty (30)=30"]),
            ("30 (thirty) copies", &["30 (thirty)=30"]),
            ("thirty (60) copies", &["thirty (60)=30 or 60"]),
            ("two and a half", &["two and a half=2.5"]),
            ("one quarter", &["one quarter=0.25"]),
            ("5 1/2 acres", &["5 1/2=5.5"]),
            ("1.5 million", &["1.5 million=1500000 scaled"]),
            ("2.5 lakh", &["2.5 lakh=250000 scaled"]),
            ("3 lakh", &["3 lakh=300000"]),
            ("2 crore 50 lakh", &["2 crore 50 lakh=25000000"]),
            ("5 million", &["5 million=5000000"]),
            (
                "two and a half million",
                &["two and a half million=2500000 scaled"],
            ),
            ("between 5 and 7", &["5=5", "7=7"]),
            ("a hundred units", &["a hundred=100"]),
            ("nil", &["nil=0"]),
            ("3, 4 and 5", &["3=3", "4=4", "5=5"]),
            ("$500", &["500=500"]),
            ("5.", &["5=5"]),
            ("two directors, three officers", &["two=2", "three=3"]),
        ],
    );
}

#[test]
fn what_is_glued_cut_or_part_of_something_else_is_no_number() {
    nothing(
        &NUMBER,
        &[
            "A4",
            "5kg",
            "5th",
            "1.2.3",
            "1,23,4",
            "12,34,5678",
            "12:30",
            "5½",
            "5 ½",
            "500¹",
            "½",
            "５",
            "5-7",
            "555-1234",
            "30-day",
            "COVID-19",
            "24/7",
            "1/2",
            "5%",
            "5 percent",
            "ten per cent",
            "January 5, 2024",
            "2024-01-05",
            "January 5",
            "5 January",
            "one third",
            "two thirds",
            "a dozen",
            "two dozen",
            "twenty-fifth",
            "5 th day",
            "no one",
            "one or more",
            "one of the parties",
            "1 250 000",
            "5(a)",
            "$5,***",
            "5**",
            "x_5",
            "5_000",
            "10^6",
            "half a million",
            "one hundred two hundred",
            "3.2 bn",
            "5 m",
            "500 (in thousands)",
            "between one hundred and five thousand",
            "Total: - 500",
            "5×10",
            "5±1",
            "five point twenty",
            "3 lakh 50",
            "one half of one percent",
            "one hundred first",
        ],
    );
}

#[test]
fn the_schema_says_which_mark_is_decimal() {
    let comma = Kind::Number {
        format: Some(NumberFormat::Comma),
    };
    check(
        &comma,
        &[
            ("1,234", &["1,234=1.234"]),
            ("1.234", &["1.234=1234"]),
            ("1.5", &[]),
        ],
    );
}

#[test]
fn money_is_an_amount_and_its_own_currency() {
    check(
        &MONEY,
        &[
            ("pay $500 now", &["$500=500 $"]),
            ("$1,250,000.00", &["$1,250,000.00=1250000 $"]),
            ("CHF 1,250,000 in all", &["CHF 1,250,000=1250000 CHF"]),
            ("CHF 1'250.–", &["CHF 1'250=1250 CHF"]),
            ("$1.2 million", &["$1.2 million=1200000 $ scaled"]),
            ("$5 million", &["$5 million=5000000 $"]),
            ("$1.2m", &["$1.2m=1200000 $ scaled"]),
            ("€3bn of", &["€3bn=3000000000 €"]),
            ("£500k", &["£500k=500000 £"]),
            ("US$500", &["US$500=500 USD"]),
            ("U.S. $500", &["U.S. $500=500 USD"]),
            ("C$500", &["C$500=500 CAD"]),
            ("A$5", &["A$5=5 AUD"]),
            ("A $5 fee", &["$5=5 $"]),
            ("HK$ 7", &["HK$ 7=7 HKD"]),
            ("USD 500", &["USD 500=500 USD"]),
            ("500 CHF", &["500 CHF=500 CHF"]),
            ("USD500", &["USD500=500 USD"]),
            ("Rs. 500", &["Rs. 500=500 Rs"]),
            ("Rs.500", &["Rs.500=500 Rs"]),
            ("Rs 5,00,000/-", &["Rs 5,00,000/-=500000 Rs"]),
            ("₹3,00,000", &["₹3,00,000=300000 ₹"]),
            ("five hundred dollars", &["five hundred dollars=500 $"]),
            ("500 euros", &["500 euros=500 €"]),
            ("500,00 €", &["500,00 €=500 €"]),
            ("three lakh rupees", &["three lakh rupees=300000 Rs"]),
            ("Rupees Three Lakh only", &["Rupees Three Lakh=300000 Rs"]),
            ("500 US dollars", &["500 US dollars=500 USD"]),
            ("500 U.S. dollars", &["500 U.S. dollars=500 USD"]),
            (
                "500 United States dollars",
                &["500 United States dollars=500 USD"],
            ),
            ("500 pounds sterling", &["500 pounds sterling=500 GBP"]),
            ("500 Swiss francs", &["500 Swiss francs=500 CHF"]),
            ("500 francs", &["500 francs=500 francs"]),
            ("$500 USD", &["$500 USD=500 USD"]),
            ("€500 USD", &["€500 USD=500 USD or 500 €"]),
            (
                "Five Hundred Dollars ($500.00)",
                &["Five Hundred Dollars ($500.00)=500 $"],
            ),
            (
                "$500 (five hundred dollars)",
                &["$500 (five hundred dollars)=500 $"],
            ),
            ("$500 (five hundred)", &["$500 (five hundred)=500 $"]),
            (
                "Five Hundred ($500.00) Dollars",
                &["Five Hundred ($500.00) Dollars=500 $"],
            ),
            (
                "five hundred (500) dollars",
                &["five hundred (500) dollars=500 $"],
            ),
            (
                "Five Hundred Dollars ($600)",
                &["Five Hundred Dollars ($600)=500 $ or 600 $"],
            ),
            (
                "Five Hundred Thousand and No/100 Dollars ($500,000.00)",
                &["Five Hundred Thousand and No/100 Dollars ($500,000.00)=500000 $"],
            ),
            (
                "Rs. 5,00,000/- (Rupees Five Lakhs only)",
                &["Rs. 5,00,000/- (Rupees Five Lakhs only)=500000 Rs"],
            ),
            (
                "USD 500 (US Dollars five hundred)",
                &["USD 500 (US Dollars five hundred)=500 USD"],
            ),
            (
                "five dollars and fifty cents",
                &["five dollars and fifty cents=5.5 $"],
            ),
            (
                "Five Dollars and 50/100",
                &["Five Dollars and 50/100=5.5 $"],
            ),
            ("-$500", &["-$500=-500 $"]),
            ("$-500", &["$-500=-500 $"]),
            ("$.50", &["$.50=0.5 $"]),
            ("$5,000-$7,000", &["$5,000=5000 $", "$7,000=7000 $"]),
            ("$500/month", &["$500=500 $"]),
            ("$5 per share", &["$5=5 $"]),
            ("$500 (EUR 450)", &["$500=500 $", "EUR 450=450 EUR"]),
            ("$500*", &["$500=500 $"]),
            ("between $5 and $7", &["$5=5 $", "$7=7 $"]),
        ],
    );
}

#[test]
fn an_amount_without_its_currency_or_cut_from_another_is_no_money() {
    nothing(
        &MONEY,
        &[
            "500",
            "$[***]",
            "$____",
            "$500¹",
            "$500½",
            "$5½ million",
            "ALL 500 SHARES",
            "XY$500",
            "$1.2.3",
            "$1,23,4",
            "5%",
            "$5 - 7 million",
            "500 USD 300",
            "30 days",
            "half a million dollars",
            "5 or 6 dollars",
            "$5,***",
            "$5[***]",
            "$500 (in thousands)",
            "500 Jamaican dollars",
            "$5MM",
            "$1 250 000",
            "$5-7 million",
            "500 US",
            "$5 to $7 million",
        ],
    );
}

#[test]
fn a_declared_currency_reads_signs_and_bare_numbers() {
    let usd = Kind::Money {
        currency: Some("USD".to_string()),
        format: None,
    };
    check(
        &usd,
        &[
            ("$500", &["$500=500 USD"]),
            ("500", &["500=500 USD bare"]),
            ("1,250.75 in 30 days", &["1,250.75=1250.75 USD bare"]),
            ("€500", &["€500=500 €"]),
            ("CAD 500", &["CAD 500=500 CAD"]),
            ("C$500", &["C$500=500 CAD"]),
            ("5% of 2024-01-05", &[]),
            ("five hundred dollars", &["five hundred dollars=500 USD"]),
        ],
    );
    let inr = Kind::Money {
        currency: Some("INR".to_string()),
        format: None,
    };
    check(
        &inr,
        &[
            ("Rs. 5", &["Rs. 5=5 INR"]),
            ("₹5", &["₹5=5 INR"]),
            ("$5", &["$5=5 $"]),
        ],
    );
}

#[test]
fn percentages_keep_their_sign() {
    check(
        &PERCENT,
        &[
            ("5.5%", &["5.5%=5.5"]),
            ("5.5 %", &["5.5 %=5.5"]),
            ("ten per cent", &["ten per cent=10"]),
            ("5 per cent.", &["5 per cent=5"]),
            ("5 percent", &["5 percent=5"]),
            ("five per centum", &["five per centum=5"]),
            ("ten percent (10%)", &["ten percent (10%)=10"]),
            ("ten (10) percent", &["ten (10) percent=10"]),
            ("ten (10%) percent", &["ten (10%) percent=10"]),
            ("five (5%)", &["five (5%)=5"]),
            ("10% (ten percent)", &["10% (ten percent)=10"]),
            ("ten percent (12%)", &["ten percent (12%)=10 or 12"]),
            ("6 1/4%", &["6 1/4%=6.25"]),
            ("6-1/4%", &["6-1/4%=6.25"]),
            ("1/2%", &["1/2%=0.5"]),
            ("-0.5%", &["-0.5%=-0.5"]),
            (".5%", &[".5%=0.5"]),
            (
                "six and three-quarters per cent",
                &["six and three-quarters per cent=6.75"],
            ),
            ("one-half of one percent (0.5%)", &["0.5%=0.5"]),
            ("5% to 7%", &["5%=5", "7%=7"]),
            ("5,5 %", &["5,5 %=5.5"]),
            ("6.125 per cent per annum", &["6.125 per cent=6.125"]),
            ("a 5% fee", &["5%=5"]),
        ],
    );
}

#[test]
fn a_number_without_its_sign_is_no_percentage() {
    nothing(
        &PERCENT,
        &[
            "5",
            "0.05",
            "5 basis points",
            "5 percentage points",
            "5% points",
            "5½%",
            "5 ½%",
            "5‰",
            "5 to 7%",
            "5-7%",
            "1.2.3%",
            "6 1/3%",
            "five to seven percent",
            "x5%",
            "1/2 of 1%",
            "A5%",
            "5 %-points",
        ],
    );
}

#[test]
fn a_ratio_field_reads_decimals_as_percentages() {
    let ratio = Kind::Percent {
        ratio: true,
        format: None,
    };
    check(
        &ratio,
        &[
            ("0.05", &["0.05=5 bare"]),
            ("5%", &["5%=5"]),
            ("5", &[]),
            ("1.5", &[]),
            ("1.0", &["1.0=100 bare"]),
            ("2024-01-05", &[]),
        ],
    );
}

#[test]
fn durations_are_a_number_and_its_unit() {
    check(
        &Kind::Duration,
        &[
            ("twelve (12) months", &["twelve (12) months=12 Month"]),
            ("30 days", &["30 days=30 Day"]),
            ("two years", &["two years=2 Year"]),
            ("a six-month term", &["six-month=6 Month"]),
            ("90-day", &["90-day=90 Day"]),
            ("90–day", &["90–day=90 Day"]),
            ("six (6)-month", &["six (6)-month=6 Month"]),
            ("one (1) year", &["one (1) year=1 Year"]),
            (
                "thirty (30) calendar days",
                &["thirty (30) calendar days=30 Day"],
            ),
            (
                "ten (10) Business Days",
                &["ten (10) Business Days=10 BusinessDay"],
            ),
            ("ten working days", &["ten working days=10 BusinessDay"]),
            ("5 banking days", &["5 banking days=5 BusinessDay"]),
            ("a period of two (2) years", &["two (2) years=2 Year"]),
            ("two weeks' notice", &["two weeks=2 Week"]),
            ("48 hours", &["48 hours=48 Hour"]),
            ("three quarters", &["three quarters=3 Quarter"]),
            ("2 quarters", &["2 quarters=2 Quarter"]),
            ("one quarter", &["one quarter=1 Quarter"]),
            (
                "twelve and a half months",
                &["twelve and a half months=12.5 Month"],
            ),
            (
                "one year and six months",
                &["one year and six months=18 Month"],
            ),
            (
                "one (1) year, six (6) months",
                &["one (1) year, six (6) months=18 Month"],
            ),
            ("thirty (60) days", &["thirty (60) days=30 Day or 60 Day"]),
            (
                "30 days or one month",
                &["30 days=30 Day", "one month=1 Month"],
            ),
            (
                "Section 5 and thirty (30) days",
                &["thirty (30) days=30 Day"],
            ),
            (
                "three consecutive calendar months",
                &["three consecutive calendar months=3 Month"],
            ),
            ("a hundred years", &["a hundred years=100 Year"]),
        ],
    );
}

#[test]
fn what_has_no_exact_length_is_no_duration() {
    nothing(
        &Kind::Duration,
        &[
            "a year",
            "per year",
            "per annum",
            "a month",
            "two years and 10 days",
            "30",
            "5th day",
            "10 to 15 days",
            "two or three years",
            "3-5 days",
            "30days",
            "10 trading days",
            "one quarter of the fee",
            "one third year",
            "5½ years",
            "30, 60 and 90 days",
            "month-to-month",
            "half a year",
            "30 daysx",
            "five minutes",
        ],
    );
}

#[test]
fn answers_are_whole_words() {
    check(
        &Kind::Boolean,
        &[
            ("Yes", &["Yes=true"]),
            ("Renewal: No", &["No=false"]),
            ("Renewal: No Term: five", &["No=false"]),
            ("TRUE", &["TRUE=true"]),
            ("the answer is false.", &["false=false"]),
            ("no later than", &[]),
            ("No. 5", &[]),
            ("a true and correct copy", &[]),
            ("nobody yesterday", &[]),
            ("no-one", &[]),
            ("yEs", &[]),
        ],
    );
}

#[test]
fn options_are_whole_tokens_and_the_longest_wins() {
    let kind = Kind::Choice {
        options: [
            "exclusive",
            "non-exclusive",
            "Delaware",
            "New York",
            "New York City",
        ]
        .map(String::from)
        .to_vec(),
    };
    check(
        &kind,
        &[
            ("an exclusive licence", &["exclusive=exclusive"]),
            ("a non-exclusive licence", &["non-exclusive=non-exclusive"]),
            (
                "a non\u{2011}exclusive licence",
                &["non\u{2011}exclusive=non-exclusive"],
            ),
            ("exclusively", &[]),
            ("Exclusive", &[]),
            ("in New York City", &["New York City=New York City"]),
            ("in New\n York.", &["New\n York=New York"]),
            ("Delawares", &[]),
        ],
    );
}
