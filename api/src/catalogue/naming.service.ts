import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Operations } from '../operations/operations.service.ts';
import { tidyCatalogue } from './aliases.queries.ts';
import { hasUnnamedProposals, lastUnnamed, nameProposals, nameRange } from './names.queries.ts';
import type { Writer } from './writer.ts';

/** Names of one step; writers wait as long as it takes. */
const AT_ONCE = 5000;

interface NamingDeps {
  db: Knex;
  writer: Writer;
  operations: Pick<Operations, 'define' | 'start' | 'isOpen'>;
}

interface Range {
  from: number;
  to: number;
}
/** Aliases of a range, or else the proposals. */
type Part = Range | Record<string, never>;

function rangesTo(last: number): { key: string; label: string; payload: Part }[] {
  return Array.from({ length: Math.ceil(last / AT_ONCE) }, (_, index) => {
    const [from, to] = [index * AT_ONCE + 1, Math.min(last, (index + 1) * AT_ONCE)];
    return { key: `${from}`, label: `Алиасы ${from}–${to}`, payload: { from, to } };
  });
}

/**
 * Fills in what the search compares, where a release compares something else than the one before. Until a name has its
 * turn, it is found by its code and in the whole list alone.
 */
export function createNaming({ db, writer, operations }: NamingDeps) {
  async function name(part: Part): Promise<number> {
    if ('from' in part) return writer.alone((trx) => nameRange(trx, part.from, part.to));
    let total = 0;
    for (let named = AT_ONCE; named === AT_ONCE; total += named) named = await nameProposals(db, AT_ONCE);
    return total;
  }

  operations.define<Part, object>('alias_names', {
    concurrency: 1,
    maxAttempts: 3,
    run: async ({ payload }) => ({ result: { named: await name(payload) } }),
    async finish() {
      await tidyCatalogue(db);
      return { message: 'Поиск по каталогу готов' };
    },
  });

  async function start(): Promise<void> {
    const items = rangesTo(await lastUnnamed(db));
    if (await hasUnnamedProposals(db)) items.push({ key: 'proposals', label: 'Заявки', payload: {} });
    if (items.length === 0) return;
    await db.transaction((trx) =>
      operations.start(trx, {
        kind: 'alias_names',
        title: 'Подготовка поиска по каталогу',
        startedBy: null,
        items,
        unique: 'alias_names',
      }),
    );
  }

  return {
    /** Begins the work if there is any; the platform does not wait for it. Returns what ends the watch. */
    async begin(): Promise<() => void> {
      await start().catch((error) => {
        // another process of the platform has begun it
        if (!(error instanceof Conflict)) throw error;
      });
      return () => undefined;
    },

    /** True while some products are not found by their names yet. */
    isUnderway: (): Promise<boolean> => operations.isOpen('alias_names'),
  };
}
export type Naming = ReturnType<typeof createNaming>;
