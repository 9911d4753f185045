import {
  type DeliveryColumn,
  type DeliveryLayout,
  deliveryLayoutSchema,
} from '@ostatok/tenant-runtime/contract/delivery-layout.ts';
import { HEADER_SEARCH_ROWS } from '@ostatok/tenant-runtime/contract/imports.ts';
import { ValidationError } from 'yup';
import type { UnknownTable } from '../../files/columns.ts';

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
