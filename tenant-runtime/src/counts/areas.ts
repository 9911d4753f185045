import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { UpdateCount } from '../../contract/counts.ts';
import { retried } from '../retried.ts';
import type { CountRow } from '../tables.ts';
import { deleteAreas, insertAreas, selectAreas, selectPresent, selectUsedAreas, updateArea } from './areas.queries.ts';
import { type CountDeps, type CountPerson, lockOpen } from './count-deps.ts';
import { insertEvent, updateCountRow } from './counts.queries.ts';
import { raiseRounds } from './lines.queries.ts';

type GivenArea = NonNullable<UpdateCount['areas']>[number];

const sameName = (): InvalidInput =>
  new InvalidInput('У двух зон одно название. Назовите их по-разному', { areas: 'Названия повторяются' });

/** Throws InvalidInput. */
export async function checkAreas(db: Knex | Knex.Transaction, areas: GivenArea[]): Promise<void> {
  if (new Set(areas.map(({ name }) => name)).size < areas.length) throw sameName();
  const userIds = [...new Set(areas.flatMap(({ userId }) => userId ?? []))];
  if (userIds.length > 0 && (await selectPresent(db, userIds)).length < userIds.length) {
    throw new InvalidInput('Зона отдана тому, кого нет в заведении', { areas: 'Такого пользователя нет' });
  }
}

/** Informs the users to whom an area has been assigned since. */
async function notifyAssigned(
  trx: Knex.Transaction,
  { clock, notices }: CountDeps,
  countId: number,
  before: Map<number, number | null>,
  actor: CountPerson,
): Promise<void> {
  for (const { id, user_id } of await selectAreas(trx, countId)) {
    if (user_id === null || before.get(id) === user_id) continue;
    await notices.queue(trx, { kind: 'area', data: { countId, areaId: id }, userId: actor.id, createdAt: clock() });
  }
}

/** Deletes areas that are no longer listed, unless they have entries. */
async function replaceAreas(trx: Knex.Transaction, countId: number, given: GivenArea[]): Promise<void> {
  await checkAreas(trx, given);
  const known = new Set((await selectAreas(trx, countId)).map(({ id }) => id));
  if (given.some(({ id }) => id !== undefined && !known.has(id))) {
    throw new InvalidInput('Такой зоны в подсчёте нет', { areas: 'Такой зоны нет' });
  }
  const kept = new Set(given.map(({ id }) => id));
  const gone = [...known].filter((id) => !kept.has(id));
  const [used] = await selectUsedAreas(trx, gone);
  if (used !== undefined) throw new Conflict('area_in_use', `В зоне «${used}» уже считали: её не убрать`);
  await deleteAreas(trx, gone);
  for (const { id, name, userId } of given) {
    if (id !== undefined) await updateArea(trx, id, { name, ...(userId === undefined ? {} : { user_id: userId }) });
  }
  const added = given.filter(({ id }) => id === undefined);
  await insertAreas(
    trx,
    countId,
    added.map(({ name, userId }) => ({ name, userId: userId ?? null })),
  );
}

/**
 * Once every area is done, asks for a recount of lines that differ by the count's threshold and were counted once. In a
 * blind count only an administrator can cause this: entering, marking done and taking back in turn would reveal the
 * stock.
 */
async function askAgain(
  trx: Knex.Transaction,
  { notices }: CountDeps,
  count: CountRow,
  actor: CountPerson,
  at: Date,
): Promise<void> {
  if (count.recount_threshold === null || (count.blind && actor.role !== 'admin')) return;
  const areas = await selectAreas(trx, count.id);
  if (areas.some(({ done_at }) => done_at === null)) return;
  const threshold = Number(count.recount_threshold);
  const lines = await raiseRounds(trx, count, { threshold, first: true, at });
  if (lines === 0) return;
  await insertEvent(trx, { count_id: count.id, kind: 'recount', user_id: null, at });
  await notices.queue(trx, { kind: 'recount', data: { countId: count.id }, userId: null, createdAt: at });
}

export function createAreas(deps: CountDeps) {
  const { db, clock, notices, onCount } = deps;
  return {
    async update(id: number, input: UpdateCount, actor: CountPerson): Promise<void> {
      try {
        await retried(db, async (trx) => {
          await lockOpen(trx, id, 'change');
          await updateCountRow(trx, id, {
            ...(input.title ? { title: input.title } : {}),
            ...(input.recountThreshold === undefined ? {} : { recount_threshold: input.recountThreshold }),
          });
          if (!input.areas) return;
          const before = new Map((await selectAreas(trx, id)).map((area) => [area.id, area.user_id]));
          await replaceAreas(trx, id, input.areas);
          await notifyAssigned(trx, deps, id, before, actor);
        });
      } catch (error) {
        throw sqlState(error) === UNIQUE_VIOLATION ? sameName() : error;
      }
      onCount(id);
      notices.send();
    },

    /** Marks the area as done. Its counter or an administrator can do so; an unassigned area is open to every user. */
    async finish(id: number, areaId: number, done: boolean, actor: CountPerson): Promise<void> {
      await retried(db, async (trx) => {
        const count = await lockOpen(trx, id, 'change');
        const area = (await selectAreas(trx, id)).find((one) => one.id === areaId);
        if (!area) throw new NotFound('Такой зоны в подсчёте нет');
        if (actor.role !== 'admin' && area.user_id !== null && area.user_id !== actor.id) {
          throw new Forbidden('not_your_area', `Зону «${area.name}» считает ${area.user_name}`);
        }
        if ((area.done_at !== null) === done) return;
        const at = clock();
        await updateArea(trx, areaId, { done_at: done ? at : null });
        if (!done) return;
        await notices.queue(trx, { kind: 'area_done', data: { countId: id, areaId }, userId: actor.id, createdAt: at });
        await askAgain(trx, deps, count, actor, at);
      });
      onCount(id);
      notices.send();
    },
  };
}
