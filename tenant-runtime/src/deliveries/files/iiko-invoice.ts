import { decimalText } from '@ostatok/kit/node/decimal.ts';
import { childOf, childrenOf, type Element, textAt } from '@ostatok/kit/node/xml/xml-document.ts';
import { dayOf, lineAmounts, thousandthsOf, worthOf } from './amounts.ts';
import { type FileLine, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { refused } from './refusals.ts';

/** A list of exported documents has a root of its own; a document to be imported is one itself. */
function documentOf(root: Element): Element {
  const documents = root.name === 'document' ? [root] : childrenOf(root, 'document');
  const [document] = documents;
  if (!document) throw refused('not_delivery');
  if (documents.length > 1) throw refused('several');
  return document;
}

const NUMBERS = ['incomingDocumentNumber', 'documentNumber', 'transportInvoiceNumber', 'invoice'];
const DATES = ['incomingDate', 'dateIncoming'];

const SLACK = 1;

/** Kopecks of one unit, with eight decimals. */
function priceOf(net: number, quantity: string): string | null {
  const thousandths = thousandthsOf(quantity);
  return thousandths === 0n
    ? null
    : decimalText(8, { digits: (BigInt(net) * 1000n * 10n ** 8n) / thousandths, scale: 8 });
}

/**
 * The price is mostly without VAT and the sum with it, so what is without VAT is counted. Where the price makes the sum, as
 * older servers export it, it has VAT within.
 */
function netOf(quantity: string, price: string | null, vat: number | null, gross: number | null) {
  if (price === null) return { price, net: null };
  const net = worthOf(quantity, price);
  const isGross = vat !== null && vat > SLACK && gross !== null && Math.abs(net - gross) <= SLACK;
  return isGross ? { price: priceOf(gross - vat, quantity), net: gross - vat } : { price, net };
}

function lineOf(item: Element, index: number): FileLine {
  const number = Number(textAt(item, 'num')) || index + 1;
  const amounts = lineAmounts(number);
  const actual = textAt(item, 'actualAmount');
  const quantity = amounts.quantity(textAt(item, 'amount') ?? actual);
  const came = actual === null ? quantity : amounts.quantity(actual);
  const given = amounts.price(textAt(item, 'priceWithoutVat') ?? textAt(item, 'price'));
  const vat = amounts.sum(textAt(item, 'vatSum'), 'НДС');
  const gross = amounts.sum(textAt(item, 'sum'), 'сумма');
  const vatPercent = textAt(item, 'vatPercent');
  return {
    number,
    code: textAt(item, 'supplierProductArticle') ?? textAt(item, 'code') ?? textAt(item, 'productArticle'),
    name: textAt(item, 'supplierProduct'),
    packs: null,
    inPack: null,
    quantity,
    ...(came !== quantity && { came }),
    unit: null,
    ...netOf(quantity, given, vat, gross),
    vat,
    gross,
    vatRate: vatPercent === null ? null : `${vatPercent}%`,
    marks: [],
    alccode: null,
    ean: null,
    volumeMl: null,
    isService: false,
  };
}

/** Says where more or less has come than the document states. */
function actualAmounts(items: readonly Element[]): string[] {
  return items.flatMap((item, index) => {
    const [stated, actual] = [textAt(item, 'amount'), textAt(item, 'actualAmount')];
    if (stated === null || actual === null || Number(stated) === Number(actual)) return [];
    const place = textAt(item, 'num') ?? index + 1;
    return [`Строка ${place}: по накладной ${Number(stated)}, а принято ${Number(actual)}`];
  });
}

/** Reads an incomingInvoice of iikoServer, as it exports it or as it is imported there. */
export function readIikoInvoice(root: Element): ReadDelivery {
  const document = documentOf(root);
  const known = ['supplier', ...DATES, ...NUMBERS].some((name) => childOf(document, name));
  if (!known || !childOf(document, 'items')) throw refused('not_delivery');
  if (textAt(document, 'status') === 'DELETED') throw refused('deleted');
  const items = childrenOf(childOf(document, 'items'), 'item');
  const firstOf = (names: string[]): string | null =>
    names.map((name) => textAt(document, name)).find((text) => text !== null) ?? null;
  return {
    kind: 'iiko_invoice',
    supplier: { name: null, inn: null, code: textAt(document, 'supplier') },
    number: firstOf(NUMBERS),
    date: dayOf(firstOf(DATES)),
    lines: items.map(lineOf),
    stated: NO_TOTALS,
    warnings: actualAmounts(items),
  };
}
