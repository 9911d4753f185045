import type { Db } from '@ostatok/kit/node/db.ts';
import { doubtOf, doubtOfPrice, type StatedAmount, type StockFacts } from '../../contract/plausibility.ts';
import {
  type CountedQuantity,
  type QuestionableRow,
  selectQuestionable,
  selectSuspectCounted,
  writeDoubts,
} from './import-doubts.queries.ts';
import type { StagingTable } from './staging-sql.ts';

const BATCH = 2000;

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

interface Stated {
  amount: StatedAmount;
  /** The value that it replaces; undefined where that was in another unit. */
  former?: number | null | undefined;
}

/** Returns the amounts that the row would write. The stock of an existing item stays as it is. */
function statedIn({ action, unit, quantity, expected, par, was }: QuestionableRow): Stated[] {
  const stated: Stated[] = [];
  if (action === 'create' && quantity !== null) stated.push({ amount: { first: Number(quantity) } });
  const former = (value: string | null | undefined) => (was?.unit === unit ? numberOf(value ?? null) : undefined);
  if (expected !== null && numberOf(expected) !== numberOf(was?.expected ?? null))
    stated.push({ amount: { expected: Number(expected) }, former: former(was?.expected) });
  if (par !== null && numberOf(par) !== numberOf(was?.par ?? null))
    stated.push({ amount: { par: Number(par) }, former: former(was?.par) });
  return stated;
}

/** The largest of an item's par, expected and past quantities. */
const usualOf = ({ par, expected, past_most }: CountedQuantity['was']): number =>
  Math.max(...[par, expected, past_most].map((value) => Math.abs(Number(value ?? 0))));

/** Returns what the amounts are compared with: for a known item also what is usual of it. */
function factsOf({
  name,
  unit,
  was,
}: Pick<QuestionableRow, 'name' | 'unit'> & { was: CountedQuantity['was'] | null }): StockFacts {
  if (!was) return { name, unit, quantity: null, par: null, volume_ml: null };
  const usual = usualOf(was);
  return { name, unit, quantity: Number(was.quantity), par: usual, volume_ml: null };
}

function questionOf(row: QuestionableRow): string | undefined {
  const facts = factsOf(row);
  const doubts = statedIn(row).map(({ amount, former }) => doubtOf(facts, amount, { former })?.question);
  if (row.cost !== null) {
    const was = row.was?.cost == null ? null : Number(row.was.cost) / 100;
    doubts.push(doubtOfPrice({ ...facts, cost: was }, Number(row.cost) / 100));
  }
  return doubts.filter((doubt) => doubt !== undefined).join(' ') || undefined;
}

/** Marks the staged rows that must not be written before a user has confirmed them. */
export async function markDoubts(db: Db, table: StagingTable, importId: string): Promise<void> {
  for (let from = { row: 0, item_id: 0 }; ; ) {
    const rows = await selectQuestionable(db, table, importId, { from, limit: BATCH });
    const doubts = rows.flatMap((row) => {
      const question = questionOf(row);
      return question ? [{ row: row.row, item_id: row.item_id, question }] : [];
    });
    if (doubts.length > 0) await writeDoubts(db, table, importId, doubts);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    from = last;
  }
}

/** The most rows that one question lists. */
const MOST_LISTED = 20;

/**
 * Returns the question about quantities of a count that look like slips, as counting by message asks; undefined where none
 * does. New items' first quantities have been asked about in the preview.
 */
export async function countedQuestion(db: Db, importId: string): Promise<string | undefined> {
  const slips = (await selectSuspectCounted(db, importId)).flatMap((counted) => {
    const judging = { pastMost: usualOf(counted.was), isTotal: true };
    const doubt = doubtOf(factsOf(counted), { found: Number(counted.quantity) }, judging);
    return doubt ? [`Строка ${counted.row}: ${doubt.question}`] : [];
  });
  if (slips.length === 0) return undefined;
  const more = slips.length > MOST_LISTED ? [`И ещё строк: ${slips.length - MOST_LISTED}`] : [];
  return ['Похоже на описку:', ...slips.slice(0, MOST_LISTED), ...more].join('\n');
}
