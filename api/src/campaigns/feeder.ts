import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Live } from '../live/live.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { countBacklog, feed, finish, listRunning, lockRunning } from './feeding.queries.ts';

/**
 * Letters a second that enter the queue, for all campaigns together. More would be deferred by mail providers and would
 * keep this process from answering requests.
 */
const LETTERS_PER_SECOND = 250;
const TICK_MS = 250;
/** How often to look while no campaign runs: another process may have started one. */
const IDLE_MS = 15_000;
const BATCH = Math.ceil((LETTERS_PER_SECOND * TICK_MS) / 1000);
/** The most letters that wait in the queue, since a pause has to delete them. */
const BACKLOG = 2 * BATCH;
const NOTIFY_EVERY_MS = 1_000;

interface FeederDeps {
  db: Knex;
  log: Logger;
  mail: Pick<Mail, 'wake'>;
  live: Pick<Live, 'notify'>;
  now?: () => Date;
}

/**
 * Feeds campaigns' letters into the mail queue, a few at a time. All its state is in the database, so any process
 * continues where another has stopped.
 */
export function createFeeder({ db, log, mail, live, now = () => new Date() }: FeederDeps) {
  let stopped = true;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let notifiedAt = 0;

  function feedOne(id: string, limit: number): Promise<number> {
    return db.transaction(async (trx) => {
      const campaign = await lockRunning(trx, id);
      if (!campaign) return 0;
      const fed = await feed(trx, { id, testMode: campaign.test_mode }, limit, now());
      if (fed > 0) return fed;
      if (await finish(trx, id, now())) await live.notify(trx, { resource: 'campaigns', id });
      return 0;
    });
  }

  /** Notifies open pages of new counts, but not for every letter. */
  async function notifyPages(ids: string[]): Promise<void> {
    if (Date.now() - notifiedAt < NOTIFY_EVERY_MS) return;
    notifiedAt = Date.now();
    for (const id of ids) await live.notify(db, { resource: 'campaigns', id });
  }

  async function tick(): Promise<boolean> {
    const ids = await listRunning(db);
    if (ids.length === 0) return false;
    let free = Math.min(BATCH, BACKLOG - (await countBacklog(db)));
    for (const [place, id] of ids.entries()) {
      // each campaign gets a share, so that a small one does not wait for a large one
      const fed = await feedOne(id, Math.max(1, Math.ceil(free / (ids.length - place))));
      free -= fed;
      if (fed > 0) mail.wake();
      if (free <= 0) break;
    }
    await notifyPages(ids);
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
    /** Call it when a campaign starts or resumes. */
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
