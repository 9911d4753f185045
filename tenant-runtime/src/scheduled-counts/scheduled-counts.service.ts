import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ScheduledCount } from '../../contract/scheduled-counts.endpoints.ts';
import type { SetScheduledCount } from '../../contract/scheduled-counts.ts';
import type { CountPerson } from '../counts/count-deps.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { Notices } from '../notices/notices.service.ts';
import type { Schedule, ScheduledTask } from '../schedule/schedule.service.ts';
import type { DueCountRow, ScheduledCountRow } from '../tables.ts';
import {
  findDue,
  insertDue,
  insertScheduled,
  type Listed,
  markDeleted,
  markMissed,
  noteStarted,
  pluckPresent,
  selectNextTime,
  selectScheduled,
  setStarted,
  updateScheduled,
} from './scheduled-counts.queries.ts';

/** Milliseconds after its time for which a count can be begun by its button: later the next one is near. */
const STARTABLE_MS = 24 * 3600_000;

interface Deps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  counts: Pick<Counts, 'open'>;
  notices: Pick<Notices, 'queue' | 'send'>;
  schedule: Pick<Schedule, 'changed'>;
  onChange: () => void;
}

/** A time at which a count was due, for those who are notified of it. */
export interface DueCount {
  id: number;
  title: string;
  dueAt: Date;
  missedAfter: Date;
  state: 'waiting' | 'started' | 'missed';
  countId: number | null;
  opening: ScheduledCountRow['opening'];
  /** Who is reminded; empty means everyone. */
  userIds: number[];
  isScheduled: boolean;
}

const stateOf = (missed: boolean, countId: number | null): DueCount['state'] => {
  if (countId !== null) return 'started';
  return missed ? 'missed' : 'waiting';
};

const view = ({ opening, last, next_at, ...row }: Listed): ScheduledCount => ({
  id: row.id,
  title: row.title,
  weekdays: row.weekdays,
  time: row.time,
  missedAfterMin: row.missed_after_min,
  userIds: row.user_ids,
  ...opening,
  active: row.active,
  nextAt: next_at?.toISOString() ?? null,
  last: last && {
    id: last.id,
    dueAt: new Date(last.dueAt).toISOString(),
    state: stateOf(last.missed, last.countId),
    countId: last.countId,
  },
});

const dueView = (row: DueCountRow & { scheduled: ScheduledCountRow }): DueCount => ({
  id: row.id,
  title: row.scheduled.title,
  dueAt: row.due_at,
  missedAfter: row.missed_after,
  state: stateOf(row.missed_at !== null, row.count_id),
  countId: row.count_id,
  opening: row.scheduled.opening,
  userIds: row.scheduled.user_ids,
  isScheduled: row.scheduled.active && row.scheduled.deleted_at === null,
});

const noSchedule = (): NotFound => new NotFound('Такого подсчёта в расписании нет');

/** Counts that are due on certain days: whoever counts is reminded, and administrators are notified of missed ones. */
export function createScheduledCounts(deps: Deps) {
  const { db, clock, timezone, counts, notices, schedule, onChange } = deps;

  async function rowOf(input: SetScheduledCount) {
    const named = [...new Set([...input.userIds, ...input.areas.flatMap(({ userId }) => userId ?? [])])];
    if ((await pluckPresent(db, named)).length < named.length) {
      throw new InvalidInput('Такого человека в заведении нет', { userIds: 'Такого человека нет' });
    }
    const { scope, spot, blind, recountThreshold } = input;
    const areas = input.areas.map(({ name, userId }) => ({ name, userId: userId ?? null }));
    const categories = scope === 'categories' ? [...new Set(input.categories)] : [];
    return {
      title: input.title,
      weekdays: input.weekdays.toSorted(),
      time: input.time,
      missed_after_min: input.missedAfterMin,
      user_ids: JSON.stringify([...new Set(input.userIds)]),
      opening: JSON.stringify({ scope, categories, spot, blind, recountThreshold: recountThreshold ?? null, areas }),
      active: input.active,
      since: clock(),
    };
  }

  function changed(): void {
    schedule.changed();
    onChange();
  }

  async function known(id: number): Promise<ScheduledCount> {
    const [row] = await selectScheduled(db, clock(), timezone, id);
    if (!row) throw noSchedule();
    return view(row);
  }

  async function due(id: number): Promise<DueCount | undefined> {
    const row = await findDue(db, id);
    return row && dueView(row);
  }

  const task: ScheduledTask = {
    name: 'scheduled counts',
    nextAt: () => selectNextTime(db, clock(), timezone),
    async run() {
      await db.transaction(async (trx) => {
        const now = clock();
        const notice = { userId: null, createdAt: now };
        for (const { id } of await insertDue(trx, now, timezone))
          await notices.queue(trx, { kind: 'count_due', data: { dueId: id }, ...notice });
        await noteStarted(trx);
        for (const { id } of await markMissed(trx, now))
          await notices.queue(trx, { kind: 'count_missed', data: { dueId: id }, ...notice });
      });
      notices.send();
      onChange();
    },
  };

  return {
    task,
    due,
    list: async (): Promise<ScheduledCount[]> => (await selectScheduled(db, clock(), timezone)).map(view),

    async add(input: SetScheduledCount): Promise<ScheduledCount> {
      const id = await insertScheduled(db, { ...(await rowOf(input)), created_at: clock() });
      changed();
      return known(id);
    },

    async update(id: number, input: SetScheduledCount): Promise<ScheduledCount> {
      if (!(await updateScheduled(db, id, await rowOf(input)))) throw noSchedule();
      changed();
      return known(id);
    },

    async remove(id: number): Promise<void> {
      if ((await markDeleted(db, id, clock())) === 0) throw noSchedule();
      changed();
    },

    /** Begins the count, or returns the one it has begun with. Throws NotFound, Conflict. */
    async start(id: number, actor: CountPerson): Promise<{ countId: number; opened: boolean }> {
      const row = await findDue(db, id);
      if (!row || row.scheduled.deleted_at !== null) throw noSchedule();
      if (row.count_id !== null) return { countId: row.count_id, opened: false };
      if (clock().getTime() - row.due_at.getTime() > STARTABLE_MS)
        throw new Conflict('too_late', 'Этот подсчёт был назначен давно. Откройте новый в разделе «Подсчёты»');
      const { title, opening } = row.scheduled;
      const people = new Set(
        await pluckPresent(
          db,
          opening.areas.flatMap(({ userId }) => userId ?? []),
        ),
      );
      const areas = opening.areas.map(({ name, userId }) => ({
        name,
        userId: userId !== null && people.has(userId) ? userId : null,
      }));
      const opened = await counts.open({ ...opening, key: row.key, title, itemIds: [], areas }, actor);
      await setStarted(db, id, opened.id, clock());
      onChange();
      return { countId: opened.id, opened: opened.opened };
    },
  };
}
export type ScheduledCounts = ReturnType<typeof createScheduledCounts>;
