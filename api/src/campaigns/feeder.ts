import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Mail } from '../mail/mail.service.ts';
import type { Live } from '../overview/live.service.ts';
import { countBacklog, feed, finish, listRunning, lockRunning } from './feeding.queries.ts';

/**
 * Letters a second that go into the queue, all campaigns together: more would be deferred by any mail provider's door,
 * and would keep this process from answering people.
 */
const LETTERS_PER_SECOND = 250;
const TICK_MS = 250;
/** While nothing runs: another process may have begun a campaign. */
const IDLE_MS = 15_000;
const PORTION = Math.ceil((LETTERS_PER_SECOND * TICK_MS) / 1000);
/** Letters that wait in the queue: what a pause has to take back. */
const BACKLOG = 2 * PORTION;
const TELL_MS = 1_000;

interface FeederDeps {
  db: Knex;
  log: Logger;
  mail: Pick<Mail, 'wake'>;
  live: Pick<Live, 'tell'>;
  now?: () => Date;
}

/**
 * Feeds campaigns' letters into the mail queue, a little at a time. All it knows is in the database: it goes on where
 * any process, this one or a dead one, has stopped.
 */
export function createFeeder({ db, log, mail, live, now = () => new Date() }: FeederDeps) {
  let stopped = true;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let toldAt = 0;

  function feedOne(id: string, limit: number): Promise<number> {
    return db.transaction(async (trx) => {
      const campaign = await lockRunning(trx, id);
      if (!campaign) return 0;
      const fed = await feed(trx, { id, testMode: campaign.test_mode }, limit, now());
      if (fed > 0) return fed;
      if (await finish(trx, id, now())) await live.tell(trx, { resource: 'campaigns', id });
      return 0;
    });
  }

  /** Open pages follow the counts, but not every letter of them. */
  async function tell(ids: string[]): Promise<void> {
    if (Date.now() - toldAt < TELL_MS) return;
    toldAt = Date.now();
    for (const id of ids) await live.tell(db, { resource: 'campaigns', id });
  }

  async function tick(): Promise<boolean> {
    const ids = await listRunning(db);
    if (ids.length === 0) return false;
    let free = Math.min(PORTION, BACKLOG - (await countBacklog(db)));
    for (const [place, id] of ids.entries()) {
      // a share for each, so that a small one does not wait for a large one
      const fed = await feedOne(id, Math.max(1, Math.ceil(free / (ids.length - place))));
      free -= fed;
      if (fed > 0) mail.wake();
      if (free <= 0) break;
    }
    await tell(ids);
    return true;
  }

  function run(): void {
    clearTimeout(timer);
    running ??= tick()
      .catch((error) => log.error({ err: error }, 'campaigns not fed'))
      .then((busy) => {
        running = undefined;
        if (stopped) return;
        timer = setTimeout(run, busy ? TICK_MS : IDLE_MS);
        timer.unref();
      });
  }

  return {
    /** A campaign begins or goes on. */
    wake(): void {
      if (!stopped) run();
    },
    start(): void {
      stopped = false;
      run();
    },
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
export type Feeder = ReturnType<typeof createFeeder>;
