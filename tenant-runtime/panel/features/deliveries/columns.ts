import type { AnswerOf } from '@ostatok/kit/contract/endpoint.ts';
import {
  type DeliveryColumn,
  type DeliveryLayout,
  deliveryColumns,
  deliveryLayoutSchema,
} from '@ostatok/tenant-runtime/contract/delivery-layout.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import { HEADER_SEARCH_ROWS } from '@ostatok/tenant-runtime/contract/imports.ts';
import { ValidationError } from 'yup';

/** The first rows of a table in which nobody has said what is where. */
export type UnknownTable = NonNullable<AnswerOf<VenueEndpoints['POST /api/deliveries/upload']>['unknown']>;

export const columnLabels: Record<DeliveryColumn, string> = {
  name: 'Название',
  code: 'Код поставщика',
  ean: 'Штрихкод',
  unit: 'Единица',
  packs: 'Упаковок',
  in_pack: 'Штук в упаковке',
  quantity: 'Количество',
  price: 'Цена за единицу',
  net: 'Сумма без НДС',
  vat: 'НДС',
  gross: 'Сумма с НДС',
};

/** What headers of suppliers' tables usually mean; the first that matches is taken. */
const HEADERS: readonly [DeliveryColumn, RegExp][] = [
  ['ean', /штрих|ean|barcode/i],
  ['code', /код|артикул|sku/i],
  ['in_pack', /в упак|в кор/i],
  ['packs', /упаковок|коробок|мест/i],
  ['unit', /^ед|единиц/i],
  ['quantity', /кол-?во|количество/i],
  ['price', /цена/i],
  ['net', /без ндс/i],
  ['gross', /сумма|стоимость|итого/i],
  ['vat', /ндс/i],
  ['name', /наименование|название|товар|номенклатура/i],
];

export type Chosen = Partial<Record<DeliveryColumn, string>>;

/** The letters of the columns that any of the first rows fills, in their order. */
export const lettersOf = ({ rows }: UnknownTable): string[] =>
  [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort(
    (a, b) => a.length - b.length || a.localeCompare(b),
  );

function meaningsOf({ cells }: UnknownTable['rows'][number]): Chosen {
  const chosen: Chosen = {};
  for (const { column, text } of cells) {
    const field = HEADERS.find(([candidate, pattern]) => chosen[candidate] === undefined && pattern.test(text))?.[0];
    if (field) chosen[field] = column;
  }
  return chosen;
}

/** Guesses the header and the columns, to be corrected by a person: the row with the most known headers. */
export function guessLayout({ rows }: UnknownTable): { headerRow: number; columns: Chosen } {
  let best = { headerRow: 0, columns: {} as Chosen };
  for (const row of rows) {
    if (row.row > HEADER_SEARCH_ROWS) break;
    const columns = meaningsOf(row);
    if (Object.keys(columns).length > Math.max(1, Object.keys(best.columns).length)) {
      best = { headerRow: row.row, columns };
    }
  }
  return best;
}

/** A column is one field only, and a field is read from one column only. */
export function choose(columns: Chosen, letter: string, field: DeliveryColumn | ''): Chosen {
  const others = deliveryColumns.flatMap((known) => {
    const at = columns[known];
    return at === undefined || at === letter || known === field ? [] : [[known, at]];
  });
  return { ...Object.fromEntries(others), ...(field && { [field]: letter }) };
}

export const fieldAt = (columns: Chosen, letter: string): DeliveryColumn | '' =>
  deliveryColumns.find((field) => columns[field] === letter) ?? '';

/** What is missing in a layout, as the API would say it; null when nothing. */
export function objectionTo(layout: DeliveryLayout): string | null {
  try {
    deliveryLayoutSchema.validateSync(layout);
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}
