import { plain } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { SalesKind } from '../../../contract/sales.ts';

/** What a column may say of a row. */
export const fields = [
  'name',
  'quantity',
  'day',
  'paid',
  'listed',
  'cost',
  'store',
  'code',
  'size',
  'group',
  'unit',
  'price',
  'deleted',
  'order_deleted',
  'event',
  'voided',
  'returned',
  'returned_paid',
] as const;
export type Field = (typeof fields)[number];

/** What is counted or summed beside what was sold. */
const COUNTED_ELSE = '(?!.*(чек|заказ|гост|персон|посетит|возвр|отмен|на сумму))';
const SUMMED_ELSE = '(?! (скидки|скидок|без скид|себестоим|закуп|ндс|налог|возвр|отмен|наценк|бонус|чаев))';

/** How headers call it, as `plain` returns them, the surest first. */
const captions: Record<Field, readonly RegExp[]> = {
  name: [
    /^(dishname|блюдо|наименование блюда|название блюда|menu item|product name|productname|recipename|cocktail name)$/,
    /^(item|item name|itemname|dish|dish name|product|name|title|наименование|название|номенклатура|товар|сорт|позиция|продукт|блюда)$/,
    /^(наименование|название|номенклатура|блюдо|товар) /,
  ],
  quantity: [
    /^(dishamountint|количество блюд|item qty|items sold|qty sold|quantity sold|units sold)$/,
    /^(кол во|количество|qty|quantity|count|продано|порций|портий|sold|шт)$/,
    new RegExp(`^${COUNTED_ELSE}(кол во|количество|продано)( |$)`),
  ],
  day: [
    /^(opendate typed|учетный день|business date|sale date|order date|businessdate)$/,
    /^(date|day|дата|день|closedate|close date|opendate|open date)$/,
    /^(дата|день) /,
  ],
  paid: [
    /^(dishdiscountsumint|сумма (со|с учетом|после) скид\p{L}+( р( |$).*| руб)?|net sales|net amount|net price|оплачено|line total|total price gross)$/u,
    /^(выручка|revenue|total|total price|total sales|total net|net revenue|sales|amount|сумма продаж|сумма реализации|продажи|итого|к оплате)( руб| р)?$/,
    /^(продано|реализовано|продажи) на сумму( |$)/,
    new RegExp(`^(сумма|стоимость|выручка)${SUMMED_ELSE}( |$)`),
    /^fullsum$/,
  ],
  listed: [
    /^(dishsumint|сумма без скидки( р| руб)?|gross sales|gross amount|gross price|gross turnover)$/,
    /^(сумма|стоимость)$/,
  ],
  cost: [/^(productcostbase productcost|себестоимость( р| руб)?|total cost|totalcost|cost|сумма себестоимости)$/],
  store: [
    /^(store name|department|торговое предприятие|ресторан|подразделение|точка продаж|заведение|location|store|магазин)$/,
    /^склад( |$)/,
  ],
  code: [/^(dishcode|код блюда|код|код товара|артикул|sku|pos code|product code|item code|code|item id)$/],
  size: [/^(dishsize name|размер блюда|размер|price point name|модификация|порция|size|modificator name)$/],
  group: [
    /^(dishgroup thirdparent|dishgroup secondparent|dishgroup|dishgroup topparent|группа блюда|группа|категория|category|menu group)$/,
  ],
  unit: [/^(dishmeasureunit|единица измерения|единица|ед изм|ед|unit)$/],
  price: [/^(unit price|unitprice|product price gross|цена|цена за единицу|price)$/],
  deleted: [/^(deletedwithwriteoff|удаление блюда|удалено со списанием|блюдо удалено|удаление)$/],
  order_deleted: [/^(orderdeleted|заказ удален|удаление заказа)$/],
  event: [/^event type$/],
  voided: [/^(void qty|void|voided)$/],
  returned: [
    /^(items refunded|возвращено|возврат|возвраты)( кол во| количество| шт)?$/,
    /^(кол во|количество) возврат(а|ов)$/,
  ],
  returned_paid: [/^(возвращено|возврат|возвраты)( на сумму| сумма)( р| руб)?$/, /^сумма возврат(а|ов)( р| руб)?$/],
};

export type ColumnsBy = Partial<Record<Field, number>>;

/** Finds what each column holds; a column holds one thing. */
export function columnsOf(headers: readonly (string | undefined)[]): ColumnsBy {
  const texts = headers.map((header) => plain(header ?? ''));
  const found: ColumnsBy = {};
  const taken = new Set<number>();
  for (const field of fields) {
    const index = captions[field]
      .map((caption) => texts.findIndex((text, at) => !taken.has(at) && caption.test(text)))
      .find((at) => at >= 0);
    if (index === undefined) continue;
    found[field] = index;
    taken.add(index);
  }
  return found;
}

const has = (texts: readonly string[], ...wanted: string[]): boolean => wanted.every((text) => texts.includes(text));

/** Tells whose table it is by its headers and by what stands above them. */
export function kindOf(headers: readonly (string | undefined)[], above: readonly string[]): SalesKind {
  const texts = headers.map((header) => plain(header ?? ''));
  const title = plain(above.join(' '));
  if (texts.some((text) => /^(dish(name|amountint|sumint|discountsumint)|opendate typed)$/.test(text))) return 'iiko';
  if (texts.includes('количество блюд') || (texts.includes('учетный день') && texts.includes('блюдо'))) return 'iiko';
  if (/расход блюд/.test(title) || has(texts, 'блюдо', 'кол во', 'оплачено')) return 'rkeeper';
  if (has(texts, 'event type', 'gross sales') || has(texts, 'items sold', 'net sales')) return 'square';
  if (has(texts, 'qty sold', 'net sales')) return 'toast';
  if (texts.includes('menu item') && (texts.includes('item qty') || texts.includes('net price'))) return 'toast';
  const is1c = /отчет о розничных продажах|валовая прибыль|выручка и себестоимость|параметры|1с предприятие/.test(
    title,
  );
  return is1c && texts.includes('номенклатура') ? '1c' : 'table';
}

/** What other reports of the same systems are, told by their headers. */
export function foreignReport(headers: readonly (string | undefined)[]): 'transactions' | 'used' | undefined {
  const texts = headers.map((header) => plain(header ?? ''));
  if (texts.some((text) => /^(amount out|amount in|sum outgoing|transactiontype|account name)$/.test(text))) {
    return 'transactions';
  }
  return has(texts, 'productname', 'productid', 'value') ? 'used' : undefined;
}

/** Whether the office of iiko has written it for people: groups are told once, and have rows of their own. */
export const isForPeople = (headers: readonly (string | undefined)[]): boolean =>
  headers.some((header) => /[а-я]/i.test(header ?? ''));
