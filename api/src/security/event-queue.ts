import type { Knex } from '@ostatok/kit/node/db.ts';
import { createGathering } from '@ostatok/kit/node/gathering.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { SecurityAlarms } from './alarms.service.ts';
import { insertEvents, livingUsers, type SecurityRow } from './security.queries.ts';

/** After a quiet minute the first event is written within this delay, later ones once a minute. */
const FIRST_MS = 2_000;
const NEXT_MS = 60_000;

const asOther = ({ at, event, failed, count }: SecurityRow): SecurityRow => ({
  at,
  event,
  failed,
  count,
  user_id: null,
  actor_id: null,
  subject: null,
  target: null,
  ip: null,
  device: null,
  details: 'и другие',
});

interface EventQueueDeps {
  db: Knex;
  alarms: SecurityAlarms;
  log: Logger;
  now: () => Date;
}

/** Gathers security events and writes them together, soon and again while the database does not answer. */
export function createEventQueue({ db, alarms, log, now }: EventQueueDeps) {
  const gathering = createGathering<SecurityRow>(now, asOther);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let writtenAt = 0;
  let writing: Promise<void> = Promise.resolve();

  async function write(rows: SecurityRow[]): Promise<void> {
    const ids = rows.flatMap(({ user_id, actor_id }) => [user_id ?? [], actor_id ?? []].flat());
    const living = new Set(ids.length > 0 ? await livingUsers(db, ids) : []);
    const kept = (id: number | null): number | null => (id !== null && living.has(id) ? id : null);
    await insertEvents(
      db,
      rows.map((row) => ({ ...row, user_id: kept(row.user_id), actor_id: kept(row.actor_id) })),
    );
  }

  function flush(): Promise<void> {
    writing = writing.then(async () => {
      const rows = gathering.take();
      if (rows.length === 0) return;
      writtenAt = Date.now();
      await write(rows).catch((error) => {
        // these rows are written with the next ones
        for (const row of rows) gathering.add(row);
        throw error;
      });
    });
    const written = writing;
    writing = writing.catch(() => undefined);
    return written;
  }

  async function look(): Promise<void> {
    try {
      await flush();
      await alarms.raise();
    } catch (error) {
      log.error({ err: error }, 'security events not written yet');
      schedule();
    }
  }

  function schedule(): void {
    if (timer || isStopped) return;
    const delay = Date.now() - writtenAt > NEXT_MS ? FIRST_MS : NEXT_MS;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look();
    }, delay).unref();
  }

  return {
    /** Gathers an event and has it written soon. */
    add(row: SecurityRow): void {
      gathering.add(row);
      schedule();
    },

    /** Has alarms looked through soon, also when events were written elsewhere. */
    schedule,

    flush,

    /** Writes the gathered events; no query follows afterwards. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await looking;
      await flush().catch((error) => log.error({ err: error }, 'security events not written'));
    },
  };
}
