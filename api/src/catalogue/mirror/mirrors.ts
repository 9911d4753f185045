import { aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { type Knex, urlOf } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { copiedWithin, latestMoment } from './changed.queries.ts';
import { createMirror, type Mirror, type StartThread, startThread } from './mirror.ts';
import type { MirrorOf } from './mirror-thread.ts';

/** PostgreSQL lists a shorter catalogue as fast. */
const LONG = 20_000;
/** After so many changes a newer mirror is read. */
export const WORN = 500;
/** A mirror that is not used for so long is closed. */
const IDLE_MS = 15 * 60_000;
/** The pause after a mirror that could not be read. */
const REST_MS = 30_000;

/** All orders except by id, which a mirror has from the start. */
const sorts = aliasSorts.filter((sort) => sort !== 'id');

export interface MirrorsOptions {
  db: Knex;
  log?: Pick<Logger, 'warn'>;
  /** The size of a catalogue above which it is mirrored. */
  long?: number;
  /** The file that keeps the mirror for the next start. */
  kept?: string | undefined;
  startThread?: StartThread;
}

/** A mirror of uncommitted changes. It takes over after the commit, or is dropped with the transaction. */
export interface Foreseen {
  takeOver: () => void;
  drop: () => void;
}

interface Places {
  current: Mirror | undefined;
  coming: Mirror | undefined;
  /** A mirror of uncommitted changes, which nobody may see yet. */
  foreseen: Mirror | undefined;
}

/** Takes the mirror out of its place and closes it. */
function drop(mirrors: Places, mirror: Mirror | undefined): Promise<unknown> {
  if (mirror === mirrors.current) mirrors.current = undefined;
  if (mirror === mirrors.coming) mirrors.coming = undefined;
  if (mirror === mirrors.foreseen) mirrors.foreseen = undefined;
  return mirror?.close() ?? Promise.resolve();
}

const newMirror = (
  { db, log, kept, startThread: start = startThread }: MirrorsOptions,
  more: Pick<MirrorOf, 'within'>,
  copied?: ReturnType<typeof copiedWithin>,
): Mirror =>
  createMirror({
    start,
    of: { url: urlOf(db), sorts, kept, worn: WORN, ...more },
    ...(copied ? { copied } : {}),
    onNotKept: (err) => log?.warn({ err }, 'mirror of the catalogue not kept for the next start'),
  });

/** Lets the mirror answer in the place of the former one. */
function stand(mirrors: Places, mirror: Mirror, log: MirrorsOptions['log']): Promise<unknown> {
  const former = mirrors.current;
  mirrors.current = mirror;
  mirror.gone.then((err) => mirror === mirrors.current && log?.warn({ err }, 'mirror of the catalogue lost'));
  mirror.keep();
  return former?.close() ?? Promise.resolve();
}

/** At most two mirrors: one that answers, and one that is being read to replace it. */
export function createMirrors(deps: MirrorsOptions) {
  const { log, long = LONG } = deps;
  const mirrors: Places = { current: undefined, coming: undefined, foreseen: undefined };
  let reading = Promise.resolve();
  let restsUntil = 0;
  let closed = false;

  const idle = setTimeout(() => void drop(mirrors, mirrors.current), IDLE_MS).unref();

  async function follow(mirror: Mirror): Promise<void> {
    try {
      await mirror.whole;
      if (mirror !== mirrors.coming) return;
      mirrors.coming = undefined;
      await stand(mirrors, mirror, log);
    } catch (err) {
      if (closed || mirror !== mirrors.coming) return;
      log?.warn({ err }, 'catalogue not mirrored');
      restsUntil = performance.now() + REST_MS;
      await drop(mirrors, mirror);
    }
  }

  return {
    isWorth: (size: number): boolean => size > long,

    /** The newest mirror that can answer in this order. */
    withOrder(sort: string): Mirror | undefined {
      idle.refresh();
      return [mirrors.coming, mirrors.current].find((mirror) => mirror?.of(sort));
    },

    /**
     * Reads the catalogue as it is now, unless that is under way; resolves when the reading has ended, even with an
     * error.
     */
    renew(): Promise<void> {
      if (closed || mirrors.coming || mirrors.foreseen || performance.now() < restsUntil) return reading;
      mirrors.coming = newMirror(deps, {});
      reading = follow(mirrors.coming);
      return reading;
    },

    /**
     * Reads the catalogue as the transaction has changed it. Returns undefined when no mirror is in use or the reading
     * fails; the transaction continues in either case.
     */
    async foresee(trx: Knex.Transaction): Promise<Foreseen | undefined> {
      if (closed || mirrors.foreseen || !mirrors.current) return undefined;
      // it would be outdated before it is read
      void drop(mirrors, mirrors.coming);
      try {
        return await trx.transaction(async (inner) => {
          const mirror = newMirror(deps, { within: await latestMoment(inner) }, copiedWithin(inner));
          mirrors.foreseen = mirror;
          await mirror.whole;
          return {
            drop: () => void (mirror === mirrors.foreseen && drop(mirrors, mirror)),
            takeOver() {
              if (mirror !== mirrors.foreseen) return;
              mirrors.foreseen = undefined;
              void drop(mirrors, mirrors.coming);
              void stand(mirrors, mirror, log);
            },
          };
        });
      } catch (err) {
        void drop(mirrors, mirrors.foreseen);
        if (!closed) log?.warn({ err }, 'catalogue not mirrored ahead of its commit');
        return undefined;
      }
    },

    drop: (mirror: Mirror): void => void drop(mirrors, mirror),

    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await Promise.all([
        drop(mirrors, mirrors.current),
        drop(mirrors, mirrors.coming),
        drop(mirrors, mirrors.foreseen),
      ]);
    },
  };
}
