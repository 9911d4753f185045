import type { Db, Knex } from '@ostatok/kit/node/db.ts';
import { dayText, isAhead } from '../deliveries/delivery-texts.ts';
import { proposalsFor } from '../deliveries/proposals.ts';
import {
  type DraftLine,
  findFileIdByKey,
  insertDraftLines,
  insertFile,
  selectComparedItems,
  selectUncompared,
  updateProposals,
  upsertTillDishes,
} from './draft.queries.ts';
import { exactText, kopecksOf } from './files/amounts.ts';
import type { SalesFile } from './files/sales-file.ts';
import { withoutServing } from './files/servings.ts';
import type { Job } from './messages.ts';
import { sourceOf } from './source-of.ts';

const BATCH = 5000;
const MAX_FILE_NAME = 200;

type Draft = Pick<Job, 'sourceId' | 'key' | 'file' | 'userId' | 'feedId' | 'at' | 'timezone'> & {
  onProgress: () => void;
};

const kopecks = (amount: bigint | null): number | null => (amount === null ? null : kopecksOf(amount));

function linesOf({ sales }: SalesFile, ids: ReadonlyMap<string, number>): DraftLine[] {
  return sales.map(({ store, day, dish, kind, quantity, paid, listed, cost }) => ({
    store,
    day,
    till_dish_id: ids.get(dish) as number,
    kind,
    quantity: exactText(quantity),
    paid: kopecks(paid),
    listed: kopecks(listed),
    cost: kopecks(cost),
  }));
}

/** Compares the dishes that no file has brought before with the items of the venue. */
async function propose(trx: Knex.Transaction, sourceId: number, onProgress: () => void): Promise<void> {
  const dishes = await selectUncompared(trx, sourceId);
  if (dishes.length === 0) return;
  const lines = dishes.map(({ name }) => ({
    name: withoutServing(name),
    ean: null,
    volumeMl: null,
    isService: false,
  }));
  const proposals = await proposalsFor(lines, await selectComparedItems(trx), onProgress);
  await updateProposals(
    trx,
    dishes.map(({ id }, index) => ({ id, proposals: proposals[index] ?? [] })),
  );
}

function warningsOf({ sales, warnings }: SalesFile, { at, timezone }: Draft): string[] {
  const last = sales.reduce((latest, { day }) => (day > latest ? day : latest), '');
  if (!isAhead(last, new Date(at), timezone)) return warnings;
  return [...warnings, `В файле есть день, который ещё не наступил: ${dayText(last)}`];
}

/** Writes what was read as a draft, all of it or nothing; returns its id, also for a key that was sent before. */
export async function storeDraft(db: Db, file: SalesFile, draft: Draft): Promise<number> {
  const { sourceId, key, userId, feedId, at, onProgress } = draft;
  return (db as Knex).transaction(async (trx) => {
    const said = { kind: file.kind, stores: file.stores, name: draft.file };
    const source = await sourceOf(trx, said, { sourceId, feedId, at });
    const source_id = source.id;
    const id = await insertFile(trx, {
      key,
      source_id,
      kind: file.kind,
      file: draft.file.slice(0, MAX_FILE_NAME),
      from_day: file.from,
      to_day: file.to,
      stores: file.stores,
      rows: file.rows,
      totals: { stated: file.stated, summed: file.summed },
      warnings: warningsOf(file, draft),
      created_by: userId,
      created_at: new Date(at),
      feed_id: feedId ?? null,
      source_unsure: source.isUnsure,
    });
    if (id === undefined) return (await findFileIdByKey(trx, key)) as number;
    const ids = await upsertTillDishes(trx, source_id, file.dishes);
    const lines = linesOf(file, ids);
    for (let from = 0; from < lines.length; from += BATCH) {
      await insertDraftLines(trx, id, lines.slice(from, from + BATCH));
      onProgress();
    }
    await propose(trx, source_id, onProgress);
    return id;
  });
}
