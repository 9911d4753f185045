import { textOf } from '@ostatok/kit/node/workbooks/cell-values.ts';
import type { SheetRow } from '@ostatok/kit/node/workbooks/sheet.ts';
import { moneyText } from './amounts.ts';
import type { ColumnsBy } from './captions.ts';
import { addTo, type Collector, differences, noSums, type Stated, type Sums } from './collector.ts';
import type { RowReader, ValueAt } from './row-reader.ts';

/** «01.11.2026 всего», as the office of iiko ends a group. */
const OF_GROUP = /^(.{1,200}?)\s+(всего|итого)\s*:?$/i;
const OF_ALL = /^((итого|всего|общий итог|subtotal|total|grand total|all menus)(\s*:.*|\s+(по|за|на) .*)?|итого .*)$/i;
/** A total above all rows, as Toast has it. */
const ABOVE = /^all menus$/i;

interface Said {
  stated: Stated;
  /** What the rows since the total before have added up to, and all rows until here. */
  since: Sums;
  until: Sums;
}

const agrees = ({ quantity, paid }: Stated, sums: Sums): boolean =>
  (quantity === undefined || quantity === sums.quantity) &&
  (paid === undefined || sums.paid === null || moneyText(paid) === moneyText(sums.paid));

interface Options {
  reader: RowReader;
  collector: Collector;
  columns: ColumnsBy;
}

const minus = (sums: Sums, before: Sums): Sums => ({
  quantity: sums.quantity - before.quantity,
  paid: sums.paid === null ? null : sums.paid - (before.paid ?? 0n),
  listed: null,
  cost: null,
});

/** Texts whose labels are remembered: names repeat on every day. */
const REMEMBERED = 20_000;

/** Keeps rows with totals apart from what was sold, and compares them with what the rows add up to. */
export function createTotals({ reader, collector, columns }: Options) {
  /** What all rows had added up to at the last total of a group, by the column of its label. */
  const endedAt = new Map<number, Sums>();
  const totals: Said[] = [];
  const warnings: string[] = [];
  const until = noSums();
  const labels = new Map<string, boolean>();
  let lastTotal = noSums();
  let first: Stated | undefined;
  const amounts = [columns.quantity, columns.paid, columns.listed, columns.cost, columns.price];

  function statedIn(valueAt: ValueAt): Stated {
    const sums = reader.sumsAt(valueAt, 'Итог документа');
    const paid = sums?.paid ?? null;
    return { quantity: sums?.quantity ?? undefined, paid: paid ?? undefined };
  }

  /** A total of a group ends what is right of it as well, so the nearest end at its left or in its column counts. */
  function groupTotal(column: number, name: string, stated: Stated): void {
    const nearest = Math.max(...[...endedAt.keys()].filter((index) => index <= column));
    const sums = minus(until, endedAt.get(nearest) ?? noSums());
    warnings.push(...differences(`«${name.slice(0, 60)}» всего`, stated, sums));
    for (const index of endedAt.keys()) if (index > column) endedAt.delete(index);
    endedAt.set(column, { ...until });
  }

  function isLabel(text: string): boolean {
    const known = labels.get(text);
    if (known !== undefined) return known;
    const is = OF_ALL.test(text) || OF_GROUP.test(text);
    if (labels.size < REMEMBERED) labels.set(text, is);
    return is;
  }

  /** Returns the label of a total with its column: it stands in any column that holds no amount. */
  function labelIn({ cells }: SheetRow): { text: string; column: number } | undefined {
    for (let column = 0; column < cells.width; column += 1) {
      const cell = amounts.includes(column) ? undefined : cells.get(column);
      const text = typeof cell?.value === 'string' ? textOf(cell) : '';
      if (text !== '' && isLabel(text)) return { text, column };
    }
    return undefined;
  }

  return {
    /** Takes a row if it is a total. */
    read(row: SheetRow, valueAt: ValueAt): boolean {
      const label = labelIn(row);
      if (!label) return false;
      const stated = statedIn(valueAt);
      if (ABOVE.test(label.text)) first ??= stated;
      else if (OF_ALL.test(label.text)) {
        if (stated.quantity !== undefined || stated.paid !== undefined) {
          totals.push({ stated, since: minus(until, lastTotal), until: { ...until } });
          lastTotal = { ...until };
        }
      } else groupTotal(label.column, OF_GROUP.exec(label.text)?.[1] ?? label.text, stated);
      return true;
    },

    add: (sums: Sums): void => addTo(until, sums),

    /** Returns the total of all: the last one, where it is not of a part. */
    finish(): Stated {
      const last = totals.at(-1);
      const isOfPart = last && totals.length > 1 && agrees(last.stated, last.since) && !agrees(last.stated, last.until);
      const whole = last && !isOfPart ? last : undefined;
      for (const total of totals) {
        if (total === whole || agrees(total.stated, total.since) || agrees(total.stated, total.until)) continue;
        warnings.push(...differences('Итого', total.stated, total.since));
      }
      collector.warnOfRows(warnings);
      return whole?.stated ?? first ?? {};
    },
  };
}
