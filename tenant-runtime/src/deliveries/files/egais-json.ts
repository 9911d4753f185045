import { decimalOf } from '@ostatok/kit/node/decimal.ts';
import { oneLine } from '@ostatok/kit/node/one-line.ts';
import { dayOf, lineAmounts, worthOf } from './amounts.ts';
import { type FileLine, NO_TOTALS, type ReadDelivery } from './delivery-file.ts';
import { refused } from './refusals.ts';
import { millilitresOf } from './texts.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);

/** A number is written as JSON itself writes it, so it is as exact as in the file. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return oneLine(value) || null;
  return typeof value === 'number' && decimalOf(String(value)) ? String(value) : null;
}

/** A mark holds control characters that mean something; the database holds all of them but one. */
const markOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() || null : textOf(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refused('bad_json');
  }
}

function lineOf(position: Fields, index: number): FileLine {
  const number = Number(textOf(position.position)) || index + 1;
  const amounts = lineAmounts(number);
  const quantity = amounts.quantity(textOf(position.QTY));
  const price = amounts.price(textOf(position.Price));
  const alccode = textOf(position.alccode);
  return {
    number,
    code: alccode,
    name: textOf(position.name),
    packs: null,
    inPack: null,
    quantity,
    unit: 'шт',
    price,
    net: null,
    vat: null,
    gross: price === null ? null : worthOf(quantity, price),
    vatRate: null,
    marks: listOf(position.MarkInfo).flatMap(({ Mark }) => markOf(Mark) ?? []),
    alccode,
    ean: null,
    volumeMl: millilitresOf(textOf(position.Capacity)),
    isService: false,
  };
}

/** Reads a waybill of ЕГАИС as 1C passes it to the terminals of a warehouse. */
export function readEgaisJson(text: string): ReadDelivery {
  const document = parsed(text.replace(/^\ufeff/, ''));
  if (!isFields(document) || !Array.isArray(document.Content) || document.WBRegId === undefined) {
    throw refused('not_delivery');
  }
  return {
    kind: 'egais_ttn',
    supplier: { name: textOf(document.PostName), inn: null, code: textOf(document.PostID) },
    number: textOf(document.NUMBER),
    date: dayOf(textOf(document.Date)),
    lines: listOf(document.Content).map(lineOf),
    stated: NO_TOTALS,
    warnings: [],
  };
}
