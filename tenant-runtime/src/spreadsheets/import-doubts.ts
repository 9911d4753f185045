import type { Db } from '@ostatok/kit/node/db.ts';
import { doubtOf, doubtOfPrice, type StatedAmount, type StockFacts } from '../../contract/plausibility.ts';
import { type QuestionableRow, selectQuestionable, writeDoubts } from './import-doubts.queries.ts';
import type { StagingTable } from './staging-sql.ts';

const BATCH = 2000;

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** Returns the amounts that the row would write. The stock of an existing item stays as it is. */
function statedIn({ action, quantity, expected, par, was }: QuestionableRow): StatedAmount[] {
  const stated: StatedAmount[] = [];
  if (action === 'create' && quantity !== null) stated.push({ first: Number(quantity) });
  if (expected !== null && numberOf(expected) !== numberOf(was?.expected ?? null))
    stated.push({ expected: Number(expected) });
  if (par !== null && numberOf(par) !== numberOf(was?.par ?? null)) stated.push({ par: Number(par) });
  return stated;
}

/**
 * Returns what the amounts are compared with: for a known item the largest of its par, expected and past quantities.
 */
function factsOf({ name, unit, was }: QuestionableRow): StockFacts {
  if (!was) return { name, unit, quantity: null, par: null, volume_ml: null };
  const usual = Math.max(...[was.par, was.expected, was.past_most].map((value) => Math.abs(Number(value ?? 0))));
  return { name, unit, quantity: Number(was.quantity), par: usual, volume_ml: null };
}

function questionOf(row: QuestionableRow): string | undefined {
  const facts = factsOf(row);
  const doubts = statedIn(row).map((stated) => doubtOf(facts, stated)?.question);
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
