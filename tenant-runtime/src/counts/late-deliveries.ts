import type { Knex } from '@ostatok/kit/node/db.ts';
import type { BookChange } from '../tables.ts';
import { comparedTotals } from './compared-totals.ts';
import { lockCount, updateCountRow } from './counts.queries.ts';
import { addToBooks, selectClosedLines } from './late-deliveries.queries.ts';

/**
 * Corrects what closed counts were compared with, when goods that stood there already are entered or taken back later.
 * The stock stays what was counted.
 */
export async function correctBooks(trx: Knex.Transaction, changes: readonly BookChange[]): Promise<void> {
  if (changes.length === 0) return;
  await addToBooks(trx, changes);
  for (const id of new Set(changes.map(({ count_id }) => count_id))) {
    const count = await lockCount(trx, id, 'change');
    if (!count?.totals) continue;
    const totals = { ...count.totals, ...comparedTotals(await selectClosedLines(trx, id)) };
    await updateCountRow(trx, id, { totals });
  }
}
