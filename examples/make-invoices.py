"""Makes the invoices in `examples/invoices/pdf`, and `expected.toml` beside them.

Thirty invoices in six languages and five layouts, drawn by three makers of PDFs: reportlab and
fpdf2 (`pip install reportlab fpdf2`) and Chromium, which prints HTML. All names, numbers and
addresses are invented. Run it from the repository's root; the files are kept as they were made
once, because the makers write other bytes in other versions.
"""

import datetime
import html
import pathlib
import subprocess
import tempfile

from fpdf import FPDF
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

OUT = pathlib.Path("examples/invoices/pdf")

# Labels by language; each invoice takes one of each list, by its number.
LABELS = {
    "en": {
        "title": ["INVOICE", "Tax Invoice", "Invoice", "INVOICE", "Sales Invoice"],
        "number": ["Invoice No.", "Invoice number", "Invoice #", "Invoice no", "Document no."],
        "date": ["Invoice date", "Date", "Date of issue", "Issued", "Invoice date"],
        "due_date": ["Due date", "Payment due", "Pay by", "Due", "Due date"],
        "seller": ["Seller", "From", "Supplier", "Vendor", "From"],
        "buyer": ["Bill to", "Customer", "Invoice to", "Billed to", "Client"],
        "net": ["Subtotal", "Net amount", "Total excl. VAT", "Net total", "Subtotal"],
        "tax": ["VAT {r}%", "VAT ({r}%)", "VAT", "Sales tax {r}%", "VAT {r}% on {net}"],
        "total": ["Total due", "Grand total", "Total incl. VAT", "Amount due", "Total"],
        "currency": "Currency",
        "head": ["Description", "Qty", "Unit price", "Amount"],
    },
    "de": {
        "title": ["RECHNUNG", "Rechnung", "Rechnung", "RECHNUNG", "Rechnung"],
        "number": ["Rechnungsnummer", "Rechnungs-Nr.", "Rechnung Nr.", "Rechnungsnr.", "Belegnummer"],
        "date": ["Rechnungsdatum", "Datum", "Ausstellungsdatum", "Rechnungsdatum", "Datum"],
        "due_date": ["Fällig am", "Zahlbar bis", "Fälligkeitsdatum", "Zahlungsziel", "Fällig am"],
        "seller": ["Verkäufer", "Rechnungssteller", "Von", "Lieferant", "Absender"],
        "buyer": ["Käufer", "Rechnungsempfänger", "Kunde", "Rechnung an", "Empfänger"],
        "net": ["Nettobetrag", "Summe netto", "Zwischensumme", "Netto", "Gesamt netto"],
        "tax": ["USt. {r} %", "MwSt. ({r} %)", "Umsatzsteuer", "zzgl. {r} % MwSt.", "MwSt. {r} % auf {net}"],
        "total": ["Gesamtbetrag", "Rechnungsbetrag", "Bruttobetrag", "Gesamtsumme", "Zu zahlen"],
        "currency": "Währung",
        "head": ["Bezeichnung", "Menge", "Einzelpreis", "Betrag"],
    },
    "fr": {
        "title": ["FACTURE", "Facture", "Facture", "FACTURE", "Facture"],
        "number": ["Facture n°", "Numéro de facture", "N° de facture", "N° facture", "Référence facture"],
        "date": ["Date de facture", "Date", "Date d'émission", "Émise le", "Date de facturation"],
        "due_date": ["Date d'échéance", "Échéance", "À payer avant le", "Date limite de paiement", "Échéance"],
        "seller": ["Vendeur", "Émetteur", "Fournisseur", "De", "Prestataire"],
        "buyer": ["Client", "Facturé à", "Acheteur", "Destinataire", "Client"],
        "net": ["Total HT", "Montant HT", "Sous-total", "Total hors taxes", "Total HT"],
        "tax": ["TVA {r} %", "TVA ({r} %)", "Montant TVA", "TVA", "TVA {r} % sur {net}"],
        "total": ["Total TTC", "Montant TTC", "Net à payer", "Total à payer", "Total TTC"],
        "currency": "Devise",
        "head": ["Désignation", "Qté", "Prix unitaire", "Montant"],
    },
    "nl": {
        "title": ["FACTUUR", "Factuur", "Factuur", "FACTUUR", "Factuur"],
        "number": ["Factuurnummer", "Factuurnr.", "Factuur nr.", "Factuurnummer", "Documentnummer"],
        "date": ["Factuurdatum", "Datum", "Factuurdatum", "Datum factuur", "Datum"],
        "due_date": ["Vervaldatum", "Te betalen voor", "Uiterste betaaldatum", "Vervaldatum", "Betalen voor"],
        "seller": ["Verkoper", "Van", "Leverancier", "Afzender", "Verkoper"],
        "buyer": ["Koper", "Klant", "Factuur aan", "Aan", "Afnemer"],
        "net": ["Subtotaal", "Totaal excl. btw", "Netto", "Bedrag excl. btw", "Subtotaal"],
        "tax": ["Btw {r}%", "BTW ({r}%)", "Btw-bedrag", "Btw", "Btw {r}% over {net}"],
        "total": ["Totaal incl. btw", "Te betalen", "Totaalbedrag", "Totaal", "Totaal te betalen"],
        "currency": "Valuta",
        "head": ["Omschrijving", "Aantal", "Prijs", "Bedrag"],
    },
    "it": {
        "title": ["FATTURA", "Fattura", "Fattura", "FATTURA", "Fattura"],
        "number": ["Fattura n.", "Numero fattura", "N. fattura", "Fattura numero", "Numero documento"],
        "date": ["Data fattura", "Data", "Data di emissione", "Emessa il", "Data documento"],
        "due_date": ["Scadenza", "Data di scadenza", "Da pagare entro il", "Scadenza pagamento", "Scadenza"],
        "seller": ["Venditore", "Fornitore", "Emittente", "Da", "Cedente"],
        "buyer": ["Cliente", "Acquirente", "Destinatario", "Intestata a", "Cliente"],
        "net": ["Imponibile", "Totale imponibile", "Subtotale", "Totale netto", "Imponibile"],
        "tax": ["IVA {r}%", "IVA ({r}%)", "Importo IVA", "IVA", "IVA {r}% su {net}"],
        "total": ["Totale fattura", "Totale da pagare", "Totale", "Importo totale", "Totale documento"],
        "currency": "Valuta",
        "head": ["Descrizione", "Quantità", "Prezzo", "Importo"],
    },
    "es": {
        "title": ["FACTURA", "Factura", "Factura", "FACTURA", "Factura"],
        "number": ["Factura n.º", "Número de factura", "N.º de factura", "Factura núm.", "Número de documento"],
        "date": ["Fecha de factura", "Fecha", "Fecha de emisión", "Emitida el", "Fecha factura"],
        "due_date": ["Vencimiento", "Fecha de vencimiento", "A pagar antes del", "Fecha límite de pago", "Vencimiento"],
        "seller": ["Vendedor", "Proveedor", "Emisor", "De", "Proveedor"],
        "buyer": ["Cliente", "Facturar a", "Comprador", "Destinatario", "Cliente"],
        "net": ["Base imponible", "Subtotal", "Importe neto", "Total sin IVA", "Base imponible"],
        "tax": ["IVA {r} %", "IVA ({r} %)", "Importe IVA", "Cuota IVA", "IVA {r} % sobre {net}"],
        "total": ["Total factura", "Total a pagar", "Importe total", "Total con IVA", "Total"],
        "currency": "Moneda",
        "head": ["Descripción", "Cantidad", "Precio", "Importe"],
    },
}

# seller, its address, buyer, its address, items, rate, IBAN: five invoices a language.
FIRMS = {
    "en": [
        ("Harrow & Finch Ltd", "12 Tanner Street, Leeds LS1 4AB", "Brightwater Foods Ltd", "88 Quay Road, Bristol BS1 6XN", [("Design of labels", 3, 12000), ("Print run", 1, 45050)], 20, "GB33BUKB20201555555555"),
        ("Northgate Tools Ltd", "4 Mill Lane, Derby DE1 2QR", "Oakridge Homes Ltd", "19 Station Road, York YO1 9TT", [("Cordless drill", 4, 8999), ("Drill bits, set", 2, 1475)], 20, None),
        ("Lumen Software Inc.", "500 Pine Street, Denver, CO 80202", "Cedar Dental LLC", "77 Lake Avenue, Boise, ID 83702", [("Licence, yearly", 10, 14900)], 8, None),
        ("Marlow Consulting LLP", "3 Abbey Court, Reading RG1 3EU", "Tern Logistics plc", "1 Harbour Way, Hull HU1 2NB", [("Consulting, days", 5, 65000), ("Travel", 1, 18240)], 20, "GB94BARC10201530093459"),
        ("Pike Street Coffee Co.", "91 Pike Street, Seattle, WA 98101", "Atlas Offices Inc.", "20 Grant Street, Portland, OR 97205", [("Beans, 5 kg", 6, 7450), ("Filters", 12, 325)], 10, None),
    ],
    "de": [
        ("Brandt Möbel GmbH", "Lindenstraße 14, 50674 Köln", "Hotel Seeblick KG", "Uferweg 3, 78462 Konstanz", [("Esstisch Eiche", 2, 64900), ("Stuhl", 8, 11950)], 19, "DE89370400440532013000"),
        ("Kessler Bürotechnik AG", "Industriering 7, 70565 Stuttgart", "Steuerkanzlei Vogt", "Marktplatz 2, 72070 Tübingen", [("Drucker", 1, 38900), ("Toner", 4, 7425)], 19, "DE75512108001245126199"),
        ("Gärtnerei Sommer", "Feldweg 21, 01099 Dresden", "Stadtcafé Elbe GmbH", "Brühlsche Gasse 5, 01067 Dresden", [("Pflanzkübel", 6, 5490)], 7, None),
        ("Dr. Falk Beratung", "Hauptstraße 88, 69117 Heidelberg", "Rhenus Werkzeuge GmbH", "Hafenallee 12, 68159 Mannheim", [("Beratung, Stunden", 14, 12500), ("Fahrtkosten", 1, 8640)], 19, "DE27100777770209299700"),
        ("Nordlicht Medien GmbH", "Speicherstadt 4, 20457 Hamburg", "Verlag am Tor", "Torgasse 9, 24103 Kiel", [("Bildrechte", 20, 4500)], 7, None),
    ],
    "fr": [
        ("Atelier Marchand SARL", "18 rue des Lilas, 69003 Lyon", "Hôtel du Port SAS", "2 quai Sud, 13002 Marseille", [("Rideaux sur mesure", 12, 8900), ("Pose", 1, 24000)], 20, "FR1420041010050500013M02606"),
        ("Boulangerie Petit", "5 place du Marché, 37000 Tours", "Restaurant La Loire", "9 rue Nationale, 37000 Tours", [("Pains spéciaux", 140, 185)], 5, None),
        ("Cabinet Roussel SELARL", "44 avenue Foch, 75116 Paris", "Galerie Moreau SA", "3 rue du Bac, 75007 Paris", [("Consultation juridique", 6, 22000)], 20, "FR7630006000011234567890189"),
        ("Imprimerie Verdier SA", "27 rue Pasteur, 59000 Lille", "Éditions du Nord SAS", "60 boulevard Vauban, 59000 Lille", [("Brochures", 500, 142), ("Livraison", 1, 3500)], 20, None),
        ("Informatique Dubois SAS", "1 allée des Pins, 33000 Bordeaux", "Mairie de Pessac", "Place de la Mairie, 33600 Pessac", [("Maintenance annuelle", 1, 184000)], 20, None),
    ],
    "nl": [
        ("Van Dijk Fietsen B.V.", "Kerkstraat 10, 3511 Utrecht", "Hotel De Gracht B.V.", "Prinsengracht 5, 1015 Amsterdam", [("Huurfiets", 12, 42500)], 21, "NL91ABNA0417164300"),
        ("Bakkerij Smit", "Dorpsweg 3, 8011 Zwolle", "Kantoor Zuid B.V.", "Zuidlaan 77, 8017 Zwolle", [("Lunchpakket", 45, 895)], 9, None),
        ("Studio Lemmens", "Havenkade 21, 3011 Rotterdam", "Museum Maas", "Maasboulevard 8, 3063 Rotterdam", [("Fotografie, uren", 16, 8750), ("Nabewerking", 1, 24500)], 21, "NL02ABNA0123456789"),
        ("De Boer Installaties B.V.", "Industrieweg 40, 9723 Groningen", "Woningbouw Noord", "Parklaan 12, 9724 Groningen", [("Cv-ketel", 2, 148900), ("Montage", 2, 32500)], 21, None),
        ("Tuincentrum Vos", "Bloemenlaan 1, 2211 Noordwijk", "Strandhotel Zee B.V.", "Boulevard 30, 2202 Noordwijk", [("Terrasplanten", 24, 3495)], 9, "NL20INGB0001234567"),
    ],
    "it": [
        ("Ceramiche Bellini S.r.l.", "Via Roma 15, 41049 Sassuolo", "Albergo Aurora S.p.A.", "Corso Italia 8, 47921 Rimini", [("Piastrelle, mq", 80, 2450)], 22, "IT60X0542811101000000123456"),
        ("Officina Greco", "Via dei Mille 4, 10122 Torino", "Trasporti Alpi S.r.l.", "Strada Statale 26, 11100 Aosta", [("Revisione", 3, 18500), ("Ricambi", 1, 42780)], 22, None),
        ("Studio Ferrari", "Piazza Duomo 2, 20121 Milano", "Cantina Rossi S.a.s.", "Via Barolo 30, 12051 Alba", [("Progetto grafico", 1, 235000)], 22, "IT40S0542811101000000123456"),
        ("Panificio Marino S.n.c.", "Via Etnea 100, 95131 Catania", "Mensa Universitaria", "Viale Doria 6, 95125 Catania", [("Pane, kg", 220, 310)], 4, None),
        ("Verde Giardini S.r.l.", "Via Appia 55, 00179 Roma", "Condominio Le Querce", "Via Laurentina 9, 00142 Roma", [("Manutenzione", 4, 31000), ("Potatura", 1, 12500)], 22, None),
    ],
    "es": [
        ("Muebles Ortega S.L.", "Calle Mayor 21, 28013 Madrid", "Hotel Sol y Mar S.A.", "Paseo Marítimo 4, 29016 Málaga", [("Sillas de jardín", 30, 4990)], 21, "ES9121000418450200051332"),
        ("Talleres Navarro", "Polígono Sur 8, 50012 Zaragoza", "Autobuses Ebro S.A.", "Avenida Goya 61, 50005 Zaragoza", [("Cambio de frenos", 6, 28500), ("Aceite", 12, 3120)], 21, None),
        ("Asesoría Campos S.L.P.", "Gran Vía 40, 48009 Bilbao", "Conservas Norte S.L.", "Muelle 3, 39004 Santander", [("Asesoría fiscal", 3, 45000)], 21, "ES7921000813610123456789"),
        ("Panadería Luna", "Calle Sierpes 7, 41004 Sevilla", "Colegio San Telmo", "Avenida de Roma 2, 41013 Sevilla", [("Bollería", 300, 75)], 10, None),
        ("Gráficas Levante S.L.", "Calle Colón 18, 46004 Valencia", "Feria de Valencia", "Avenida de las Ferias, 46035 Valencia", [("Carteles", 400, 215), ("Diseño", 1, 36000)], 21, None),
    ],
}

# day, month, year of invoice and due date; how dates are written is told by layout.
DATES = [((14, 3, 2024), (13, 4, 2024)), ((28, 6, 2024), (28, 7, 2024)), ((5, 9, 2024), (19, 9, 2024)), ((17, 11, 2023), None), ((30, 1, 2025), (14, 2, 2025))]
MONTHS = {
    "en": "January February March April May June July August September October November December",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
NUMBERS = ["2024-0117", "RG-88213", "F2024/0455", "10023871", "A-7741"]


def date_text(language, index, day):
    d, m, y = day
    month = MONTHS[language].split()[m - 1]
    worded = {
        "en": f"{month} {d}, {y}" if index == 2 else f"{d} {month} {y}",
        "de": f"{d}. {month} {y}",
        "es": f"{d} de {month} de {y}",
    }.get(language, f"{d} {month} {y}")
    numeric = {"en": f"{d:02}/{m:02}/{y}", "de": f"{d:02}.{m:02}.{y}", "fr": f"{d:02}/{m:02}/{y}", "nl": f"{d:02}-{m:02}-{y}", "it": f"{d:02}/{m:02}/{y}", "es": f"{d:02}/{m:02}/{y}"}[language]
    return [numeric, worded, worded, numeric, f"{y}-{m:02}-{d:02}"][index]


def money_text(language, index, cents, plain):
    units, rest = divmod(cents, 100)
    if language == "en":
        sign = "$" if index in (2, 4) else "\u00a3"
        return f"{units:,}.{rest:02}" if plain else f"{sign}{units:,}.{rest:02}"
    group = "\u00a0" if language == "fr" else "."
    amount = f"{units:,}".replace(",", group) + f",{rest:02}"
    if plain:
        return amount
    if language == "nl":
        return f"\u20ac {amount}"
    return f"{amount} EUR" if index in (1, 3) else f"{amount} \u20ac"


def iban_text(iban):
    return " ".join(iban[i : i + 4] for i in range(0, len(iban), 4))


def invoice(language, index):
    """What an invoice says, and what is expected of it."""
    labels = LABELS[language]
    seller, seller_at, buyer, buyer_at, items, rate, iban = FIRMS[language][index]
    net = sum(count * price for _, count, price in items)
    tax = (net * rate + 50) // 100
    # With a currency of its own the amounts have no sign.
    currency = index == 3
    text = lambda cents: money_text(language, index, cents, currency)
    label = {key: labels[key][index] for key in ("title", "number", "date", "due_date", "seller", "buyer", "net", "tax", "total")}
    label["tax"] = label["tax"].format(r=rate, net=text(net))
    dates = DATES[index]
    said = {
        "number": NUMBERS[index],
        "date": date_text(language, index, dates[0]),
        "seller": seller,
        "buyer": buyer,
        "net": text(net),
        "tax": text(tax),
        "total": text(net + tax),
    }
    if dates[1]:
        said["due_date"] = date_text(language, index, dates[1])
    if iban:
        said["iban"] = iban_text(iban)
    if currency:
        said["currency"] = "GBP" if language == "en" else "EUR"
        label["currency"] = labels["currency"]
    label["iban"] = "IBAN"
    rows = [(name, str(count), text(price), text(count * price)) for name, count, price in items]
    return {"label": label, "said": said, "rows": rows, "head": labels["head"], "seller_at": seller_at, "buyer_at": buyer_at}


# ---- layouts as texts at places, in points from the top left: (x, y, text, size, bold, align) ----


def items_at(one, y):
    out = []
    columns = [50, 330, 430, 545]
    for x, name in zip(columns, one["head"]):
        out.append((x, y, name, 9, True, "l" if x == 50 else "r"))
    for row in one["rows"]:
        y += 18
        for x, cell in zip(columns, row):
            out.append((x, y, cell, 9, False, "l" if x == 50 else "r"))
    return out, y + 30


def totals_at(one, y, left, colon=""):
    out = []
    for key in ("net", "tax", "total"):
        bold = key == "total"
        out.append((left, y, one["label"][key] + colon, 10, bold, "l"))
        out.append((545, y, one["said"][key], 10, bold, "r"))
        y += 16
    return out, y + 20


def foot_at(one, y):
    out = []
    for key in ("currency", "iban"):
        if key in one["said"]:
            out.append((50, y, f"{one['label'][key]}: {one['said'][key]}", 9, False, "l"))
            y += 14
    return out


def facts(one, keys=("number", "date", "due_date")):
    return [(one["label"][key], one["said"][key]) for key in keys if key in one["said"]]


def lines_layout(one):
    """Labels with colons, one a line; parties labelled above their names."""
    out = [(50, 60, one["label"]["title"], 20, True, "l")]
    y = 95
    for label, value in facts(one):
        out.append((50, y, f"{label}: {value}", 10, False, "l"))
        y += 15
    y += 15
    for x, who, where in ((50, "seller", "seller_at"), (320, "buyer", "buyer_at")):
        out.append((x, y, one["label"][who] + ":", 9, True, "l"))
        out.append((x, y + 14, one["said"][who], 10, False, "l"))
        out.append((x, y + 28, one[where], 10, False, "l"))
    items, y = items_at(one, y + 70)
    totals, y = totals_at(one, y, 380)
    return out + items + totals + foot_at(one, y)


def row_layout(one):
    """A row of labels above a row of values."""
    out = [(50, 60, one["label"]["title"], 18, True, "l")]
    for x, (label, value) in zip((50, 210, 370), facts(one)):
        out.append((x, 100, label, 9, True, "l"))
        out.append((x, 114, value, 10, False, "l"))
    for x, who, where in ((50, "seller", "seller_at"), (320, "buyer", "buyer_at")):
        out.append((x, 150, one["label"][who], 9, True, "l"))
        out.append((x, 164, one["said"][who], 10, False, "l"))
        out.append((x, 178, one[where], 10, False, "l"))
    items, y = items_at(one, 230)
    totals, y = totals_at(one, y, 400, ":")
    return out + items + totals + foot_at(one, y)


def stacked_layout(one):
    """Facts on the right, each label above its value; parties on the left."""
    out = [(50, 60, one["label"]["title"], 18, True, "l")]
    y = 100
    for who, where in (("seller", "seller_at"), ("buyer", "buyer_at")):
        out.append((50, y, one["label"][who], 9, True, "l"))
        out.append((50, y + 14, one["said"][who], 10, False, "l"))
        out.append((50, y + 28, one[where], 10, False, "l"))
        y += 60
    y = 100
    for label, value in facts(one):
        out.append((400, y, label, 8, True, "l"))
        out.append((400, y + 13, value, 10, False, "l"))
        y += 36
    items, y = items_at(one, 240)
    totals, y = totals_at(one, y, 380)
    return out + items + totals + foot_at(one, y)


def columns_layout(one):
    """Labels in one column and values in another, far apart."""
    out = [(50, 60, one["label"]["title"], 20, True, "l")]
    y = 100
    pairs = facts(one, ("number", "date", "due_date", "currency"))
    pairs += [(one["label"]["seller"], one["said"]["seller"]), (one["label"]["buyer"], one["said"]["buyer"])]
    for label, value in pairs:
        out.append((50, y, label, 10, False, "l"))
        out.append((220, y, value, 10, False, "l"))
        y += 16
    items, y = items_at(one, y + 30)
    totals, y = totals_at(one, y, 330)
    if "iban" in one["said"]:
        out.append((50, y, f"IBAN {one['said']['iban']}", 9, False, "l"))
    return out + items + totals


def letter_layout(one):
    """A letterhead without a label, the buyer as an address, facts in a line with bars."""
    out = [(50, 50, one["said"]["seller"], 16, True, "l"), (50, 66, one["seller_at"], 8, False, "l")]
    out.append((50, 110, one["label"]["buyer"] + ":", 9, True, "l"))
    out.append((50, 124, one["said"]["buyer"], 10, False, "l"))
    out.append((50, 138, one["buyer_at"], 10, False, "l"))
    out.append((50, 180, one["label"]["title"], 16, True, "l"))
    line = "  |  ".join(f"{label}: {value}" for label, value in facts(one))
    out.append((50, 200, line, 9, False, "l"))
    items, y = items_at(one, 240)
    totals, y = totals_at(one, y, 330)
    return out + items + totals + foot_at(one, y)


LAYOUTS = [lines_layout, row_layout, stacked_layout, columns_layout, letter_layout]


def by_reportlab(path, texts):
    page = canvas.Canvas(str(path), pagesize=A4, invariant=1)
    for x, y, text, size, bold, align in texts:
        page.setFont("Helvetica-Bold" if bold else "Helvetica", size)
        draw = page.drawRightString if align == "r" else page.drawString
        draw(x, A4[1] - y, text)
    page.save()


def by_fpdf(path, texts):
    page = FPDF(unit="pt", format="A4")
    page.set_creation_date(datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc))
    page.core_fonts_encoding = "windows-1252"
    page.add_page()
    for x, y, text, size, bold, align in texts:
        page.set_font("Helvetica", "B" if bold else "", size)
        left = x - page.get_string_width(text) if align == "r" else x
        page.text(left, y, text)
    page.output(str(path))


def by_chromium(path, one, index):
    cell = html.escape
    label, said = one["label"], one["said"]
    row = lambda cells, tag="td": "<tr>" + "".join(f"<{tag}>{cell(text)}</{tag}>" for text in cells) + "</tr>"
    party = lambda who, where: f"<div><b>{cell(label[who])}</b><br>{cell(said[who])}<br>{cell(one[where])}</div>"
    pairs = facts(one)
    if index == 0:
        top = "".join(f"<p>{cell(a)}: {cell(b)}</p>" for a, b in pairs)
    elif index == 1:
        top = f"<table class=f>{row([a for a, _ in pairs], 'th')}{row([b for _, b in pairs])}</table>"
    elif index == 2:
        top = "<dl>" + "".join(f"<dt>{cell(a)}</dt><dd>{cell(b)}</dd>" for a, b in pairs) + "</dl>"
    elif index == 3:
        top = "<table class=f>" + "".join(row(pair) for pair in facts(one, ("number", "date", "due_date", "currency"))) + "</table>"
    else:
        top = "<p>" + " &middot; ".join(f"<b>{cell(a)}</b> {cell(b)}" for a, b in pairs) + "</p>"
    parties = f"<div class=p>{party('seller', 'seller_at')}{party('buyer', 'buyer_at')}</div>"
    items = f"<table class=i>{row(one['head'], 'th')}" + "".join(row(cells) for cells in one["rows"])
    for key in ("net", "tax", "total"):
        items += f"<tr><td colspan=3 class=t>{cell(label[key])}</td><td>{cell(said[key])}</td></tr>"
    items += "</table>"
    foot = "".join(f"<p>{cell(label[key])}: {cell(said[key])}</p>" for key in ("currency", "iban") if key in said and not (key == "currency" and index == 3))
    style = "body{font:10pt sans-serif;margin:1.5cm}.p{display:flex;gap:4cm;margin:1cm 0}table{border-collapse:collapse}.f td,.f th{padding:2pt 18pt 2pt 0;text-align:left}.i{width:100%}.i td,.i th{border:1px solid #999;padding:4pt;text-align:right}.i td:first-child{text-align:left}.i td.t{text-align:right}dt{font-weight:bold}dd{margin:0 0 6pt 0}"
    title = f"<h1>{cell(label['title'])}</h1>"
    page = f"<!doctype html><meta charset=utf-8><style>@page{{margin:0}}{style}</style>{title}{top}{parties}{items}{foot}"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "invoice.html"
        source.write_text(page, encoding="utf-8")
        subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", f"--user-data-dir={folder}/profile", f"--print-to-pdf={path}", str(source)], check=True, capture_output=True, timeout=90)


def expected_of(one):
    """What is to be read: amounts without a sign are in the currency that the invoice states, and a
    sign that means one currency states it. A dollar sign does not."""
    said = dict(one["said"])
    if "currency" in said:
        said.update({key: f"{said['currency']} {said[key]}" for key in ("net", "tax", "total")})
    elif "$" not in said["total"]:
        said["currency"] = "GBP" if "\u00a3" in said["total"] else "EUR"
    return said


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    expected = ["# What the invoices in this folder say; `examples/make-invoices.py` writes it."]
    for row, language in enumerate(LABELS):
        for index in range(5):
            one = invoice(language, index)
            maker = ("reportlab", "fpdf2", "chromium")[(row + index) % 3]
            name = f"{language}-{index + 1}-{maker}.pdf"
            path = OUT / name
            if maker == "reportlab":
                by_reportlab(path, LAYOUTS[index](one))
            elif maker == "fpdf2":
                by_fpdf(path, LAYOUTS[index](one))
            else:
                by_chromium(path.resolve(), one, index)
            expected.append(f'\n["{name}"]')
            for key, value in expected_of(one).items():
                expected.append(f'{key} = "{value}"')
    (OUT / "expected.toml").write_text("\n".join(expected) + "\n", encoding="utf-8")


main()
