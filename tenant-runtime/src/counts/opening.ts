import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { OpenCount } from '../../contract/counts.ts';
import { retried } from '../retried.ts';
import type { CountRow } from '../tables.ts';
import { insertAreas } from './areas.queries.ts';
import { checkAreas } from './areas.ts';
import { announceState, type CountDeps, type CountPerson } from './count-deps.ts';
import { findCountByKey, insertCount, insertEvent, newestChange } from './counts.queries.ts';
import { findHeldInScope, insertScope } from './opening.queries.ts';

export const overlap = (held: { name: string; title: string } | undefined): Conflict =>
  new Conflict(
    'count_overlaps',
    held
      ? `«${held.name}» уже считают: «${held.title}». Закройте тот подсчёт или выберите другие позиции`
      : 'Эти позиции уже считают в другом подсчёте',
  );

/** Tells whether an item would be held by two open counts that both will change the stock. */
export const isOverlap = (error: unknown): boolean => constraintOf(error) === 'count_lines_held';

export const titleOf = (at: Date, timeZone: string): string =>
  `Подсчёт ${new Intl.DateTimeFormat('ru-RU', { day: 'numeric', month: 'long', timeZone }).format(at)}`;

export function createOpening(deps: CountDeps) {
  const { db, clock, notices, timezone } = deps;

  async function write(trx: Knex.Transaction, input: OpenCount, actor: CountPerson): Promise<CountRow | undefined> {
    await checkAreas(trx, input.areas);
    // The sequence is read before the time, so that everything written up to it is older than the opening.
    const openedSeq = await newestChange(trx);
    const at = clock();
    const count = await insertCount(trx, {
      key: input.key,
      title: input.title || titleOf(at, timezone),
      scope: input.scope,
      categories: JSON.stringify(input.scope === 'categories' ? [...new Set(input.categories)] : []),
      spot: input.spot,
      blind: input.blind,
      recount_threshold: input.recountThreshold ?? null,
      opened_by: actor.id,
      opened_at: at,
      opened_seq: openedSeq,
    });
    if (!count) return undefined;
    const lines = await insertScope(trx, count.id, input);
    // A new tenant may begin with a count: the items it finds are added during the count.
    if (lines === 0 && input.scope !== 'all')
      throw new Conflict('nothing_to_count', 'Считать нечего: таких позиций нет');
    await insertAreas(
      trx,
      count.id,
      input.areas.map(({ name, userId }) => ({ name, userId: userId ?? null })),
    );
    await insertEvent(trx, { count_id: count.id, kind: 'opened', user_id: actor.id, at });
    await notices.queue(trx, { kind: 'opened', data: { countId: count.id }, userId: actor.id, createdAt: at });
    return count;
  }

  return {
    /** Returns the count's id and whether it is new. The same key opens one count, however often it is sent. */
    async open(input: OpenCount, actor: CountPerson): Promise<{ id: number; opened: boolean }> {
      let count: CountRow | undefined;
      try {
        count = await retried(db, (trx) => write(trx, input, actor));
      } catch (error) {
        if (!isOverlap(error)) throw error;
        throw overlap(await findHeldInScope(db, input));
      }
      if (count) {
        await announceState(deps, count);
        return { id: count.id, opened: true };
      }
      const known = await findCountByKey(db, input.key);
      if (!known) throw new Error(`count ${input.key} is neither new nor known`);
      return { id: known.id, opened: false };
    },
  };
}
