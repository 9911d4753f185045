import type { SaleKind, SalesKind } from '../../../contract/sales.ts';
import { amountAt, BILLION, isEmpty, moneyText, type NumberStyle, quantityText, type Value } from './amounts.ts';
import type { ColumnsBy, Field } from './captions.ts';
import type { Collector, Sums } from './collector.ts';
import { createDayReader, type DayText } from './days.ts';
import { refused } from './refusals.ts';

/** A row by the columns of its table. */
export type ValueAt = (index: number) => Value;

/** What stands for the rows below it: a day, a store or a group that is told once. */
export interface Heading {
  day: DayText | null;
  store: string;
  group: string | null;
}

const textOf = (value: Value): string => (value === null || value === undefined ? '' : String(value).trim());

const DELETED_WITH = /^(deleted_with_writeoff|удален[оа]? со списанием)$/i;
const DELETED_WITHOUT = /^(deleted_without_writeoff|удален[оа]? без списания|deleted|удален[оа]?|да|true)$/i;
const YES = /^(true|yes|y|да)$/i;
const VOIDED_NAME = /\s*\(voided\)\s*$/i;

const absolute = (amount: bigint | null): bigint => (amount === null ? 0n : amount < 0n ? -amount : amount);

interface KindFacts {
  quantity: bigint;
  paid: bigint | null;
  deleted: string;
  orderDeleted: string;
  event: string;
  isVoided: boolean;
}

/** Tells what became of a row. What brought no money was given free: a guest of the house, staff, a modifier. */
function kindOfRow({ quantity, paid, deleted, orderDeleted, event, isVoided }: KindFacts): SaleKind {
  if (DELETED_WITH.test(deleted)) return 'written_off';
  if (isVoided || DELETED_WITHOUT.test(deleted) || DELETED_WITHOUT.test(orderDeleted)) return 'void';
  if (quantity < 0n || /^refund$/i.test(event)) return 'refund';
  return paid === 0n ? 'free' : 'sold';
}

interface RowReaderOptions {
  kind: SalesKind;
  columns: ColumnsBy;
  collector: Collector;
  timezone: string;
  style?: NumberStyle | undefined;
}

/** Reads the rows of one table of any origin. */
export function createRowReader({ kind, columns, collector, timezone, style: seen = 'russian' }: RowReaderOptions) {
  const style: NumberStyle = kind === 'square' || kind === 'toast' ? 'english' : seen;
  const days = createDayReader(timezone);
  const wrongProducts: string[] = [];

  const valueIn = (valueAt: ValueAt, field: Field): Value => {
    const index = columns[field];
    return index === undefined ? undefined : valueAt(index);
  };
  const textIn = (valueAt: ValueAt, field: Field): string => textOf(valueIn(valueAt, field));

  function sumsAt(valueAt: ValueAt, place: string): Sums | null {
    const amount = (field: Field, what: string): bigint | null => amountAt(valueIn(valueAt, field), place, what, style);
    const quantity = amount('quantity', 'количество');
    if (quantity === null) return null;
    return {
      quantity,
      paid: amount('paid', 'сумма'),
      listed: amount('listed', 'сумма без скидки'),
      cost: amount('cost', 'себестоимость'),
    };
  }

  /** A table that tells prices tells them for one serving, so that its sums can be checked. */
  function checkPrice(valueAt: ValueAt, place: string, name: string, { quantity, paid, listed }: Sums): void {
    const price = amountAt(valueIn(valueAt, 'price'), place, 'цена', style);
    const sum = listed ?? paid;
    if (price === null || sum === null || price === 0n) return;
    const product = (price * quantity) / BILLION;
    if (moneyText(product) === moneyText(sum)) return;
    wrongProducts.push(
      `${place} «${name.slice(0, 60)}»: ${quantityText(quantity)} × ${moneyText(price)} = ${moneyText(product)}, а сумма строки — ${moneyText(sum)}`,
    );
  }

  return {
    style,
    textIn,
    valueIn,
    sumsAt,
    dayAt: (value: Value, place: string): DayText | null => days.read(value, place),

    /** Adds a row with a dish and a quantity; returns its sums, or null if it has none of them. */
    add(valueAt: ValueAt, number: number, heading: Heading): Sums | null {
      const place = `Строка ${number}`;
      const named = textIn(valueAt, 'name');
      const sums = named === '' ? null : sumsAt(valueAt, place);
      if (!sums) return null;
      const name = named.replace(VOIDED_NAME, '');
      const voided = valueIn(valueAt, 'voided');
      const isVoided = name !== named || voided === true || YES.test(textOf(voided));
      const dish = {
        code: textIn(valueAt, 'code') || null,
        name,
        size: textIn(valueAt, 'size') || null,
        group: textIn(valueAt, 'group') || heading.group,
        unit: textIn(valueAt, 'unit') || null,
      };
      const store = textIn(valueAt, 'store') || heading.store;
      const day = days.read(valueIn(valueAt, 'day'), place) ?? heading.day;
      const facts = { quantity: sums.quantity, paid: sums.paid, isVoided, event: textIn(valueAt, 'event') };
      const deleted = { deleted: textIn(valueAt, 'deleted'), orderDeleted: textIn(valueAt, 'order_deleted') };
      checkPrice(valueAt, place, name, sums);
      collector.add({ ...sums, store, day, dish, kind: kindOfRow({ ...facts, ...deleted }) });
      const returned = absolute(amountAt(valueIn(valueAt, 'returned'), place, 'возвращено', style));
      if (returned) {
        const back = -absolute(amountAt(valueIn(valueAt, 'returned_paid'), place, 'сумма возврата', style));
        const sale = { quantity: -returned, paid: back, listed: null, cost: null, kind: 'refund' } as const;
        collector.add({ ...sale, store, day, dish }, { aside: true });
      }
      const beside = isEmpty(voided) || isVoided || typeof voided === 'boolean' ? null : voided;
      if (beside !== null && !/^(false|no|нет|n)$/i.test(textOf(beside))) {
        const quantity = amountAt(beside, place, 'отменено', style) ?? 0n;
        const nothing = { paid: 0n, listed: null, cost: null };
        if (quantity !== 0n) {
          collector.add({ ...nothing, quantity, store, day, dish, kind: 'void' }, { aside: true });
        }
      }
      return sums;
    },

    finish(): void {
      collector.warnOfRows(wrongProducts);
    },
  };
}
export type RowReader = ReturnType<typeof createRowReader>;

/** Refuses what is of another kind; the columns of a known report tell it. */
export function mustHaveDishes({ name, quantity }: ColumnsBy): void {
  if (name === undefined || quantity === undefined) throw refused('no_columns');
}
