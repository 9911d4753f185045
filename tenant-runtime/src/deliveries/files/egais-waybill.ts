import { childOf, childrenOf, type Element, textAt } from '@ostatok/kit/node/xml/xml-document.ts';
import { dayOf, lineAmounts, worthOf } from './amounts.ts';
import { type FileLine, type FileSupplier, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { refused } from './refusals.ts';
import { barcodeOf, innOf, millilitresOf } from './texts.ts';

/** Prefixes differ between programs, so an element is known by what its prefix stands for. */
const DOCUMENTS = 'http://fsrar.ru/WEGAIS/WB_DOC_SINGLE_01';
const WAYBILL = /^WayBill(_v[234])?$/;
const HEADER = /^http:\/\/fsrar\.ru\/WEGAIS\/TTNSingle(_v[234])?$/;

export const isEgais = (root: Element): boolean => root.name === 'Documents' && root.namespace === DOCUMENTS;

function partyOf(party: Element | undefined): FileSupplier {
  const found = party?.children.find(({ name }) => ['UL', 'FL', 'FO', 'TS'].includes(name)) ?? party;
  return {
    name: textAt(found, 'ShortName') ?? textAt(found, 'FullName'),
    inn: innOf(textAt(found, 'INN')),
    code: textAt(found, 'ClientRegId'),
  };
}

/** Stamps stand in the lists of their boxes. */
const marksOf = (position: Element): string[] =>
  childrenOf(childOf(position, 'InformF2', 'MarkInfo'), 'boxpos')
    .flatMap((box) => childrenOf(childOf(box, 'amclist'), 'amc'))
    .map(({ text }) => text)
    .filter((text) => text !== '');

/** The price is for one, and no sum is stated; what is not packed is measured in decalitres. */
function lineOf(position: Element, index: number): FileLine {
  const number = index + 1;
  const amounts = lineAmounts(number);
  const product = childOf(position, 'Product');
  const quantity = amounts.quantity(textAt(position, 'Quantity'));
  const price = amounts.price(textAt(position, 'Price'));
  const isPacked = textAt(product, 'UnitType') !== 'Unpacked';
  const alccode = textAt(product, 'AlcCode');
  return {
    number,
    code: alccode,
    name: textAt(product, 'FullName') ?? textAt(product, 'ShortName'),
    packs: null,
    inPack: null,
    quantity,
    unit: isPacked ? 'шт' : 'дал',
    price,
    net: null,
    vat: null,
    gross: price === null ? null : worthOf(quantity, price),
    vatRate: null,
    marks: marksOf(position),
    alccode,
    ean: barcodeOf(textAt(position, 'EAN13')),
    volumeMl: isPacked ? millilitresOf(textAt(product, 'Capacity')) : null,
    isService: false,
  };
}

/** Reads a waybill of ЕГАИС of any version. */
export function readEgaisWaybill(root: Element): ReadDelivery {
  const [document] = childOf(root, 'Document')?.children ?? [];
  if (!document) throw refused('egais_other');
  if (/^ReplyRests/.test(document.name)) throw refused('stock');
  const header = childOf(document, 'Header');
  if (!WAYBILL.test(document.name) || !HEADER.test(header?.namespace ?? '')) throw refused('egais_other');
  if (/Return/.test(textAt(header, 'Type') ?? '')) throw refused('goods_returned');
  return {
    kind: 'egais_waybill',
    supplier: partyOf(childOf(header, 'Shipper')),
    number: textAt(header, 'NUMBER'),
    date: dayOf(textAt(header, 'ShippingDate') ?? textAt(header, 'Date')),
    lines: childrenOf(childOf(document, 'Content'), 'Position').map(lineOf),
    stated: NO_TOTALS,
    warnings: [],
  };
}
