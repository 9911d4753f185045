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

/** At most two mirrors: one that answers, and one that is being read to replace it. */
export function createMirrors({ db, log, long = LONG, kept, startThread: start = startThread }: MirrorsOptions) {
  let current: Mirror | undefined;
  let coming: Mirror | undefined;
  /** A mirror of uncommitted changes, which nobody may see yet. */
  let foreseen: Mirror | undefined;
  let reading = Promise.resolve();
  let restsUntil = 0;
  let closed = false;

  function drop(mirror: Mirror | undefined): Promise<unknown> {
    if (mirror === current) current = undefined;
    if (mirror === coming) coming = undefined;
    if (mirror === foreseen) foreseen = undefined;
    return mirror?.close() ?? Promise.resolve();
  }

  const idle = setTimeout(() => void drop(current), IDLE_MS).unref();

  const mirrorOf = (more: Pick<MirrorOf, 'within'> = {}, copied?: ReturnType<typeof copiedWithin>): Mirror =>
    createMirror({
      start,
      of: { url: urlOf(db), sorts, kept, worn: WORN, ...more },
      ...(copied ? { copied } : {}),
      onNotKept: (err) => log?.warn({ err }, 'mirror of the catalogue not kept for the next start'),
    });

  function stand(mirror: Mirror): Promise<unknown> {
    const former = current;
    current = mirror;
    mirror.gone.then((err) => mirror === current && log?.warn({ err }, 'mirror of the catalogue lost'));
    mirror.keep();
    return former?.close() ?? Promise.resolve();
  }

  async function follow(mirror: Mirror): Promise<void> {
    try {
      await mirror.whole;
      if (mirror !== coming) return;
      coming = undefined;
      await stand(mirror);
    } catch (err) {
      if (closed || mirror !== coming) return;
      log?.warn({ err }, 'catalogue not mirrored');
      restsUntil = performance.now() + REST_MS;
      await drop(mirror);
    }
  }

  return {
    isWorth: (size: number): boolean => size > long,

    /** The newest mirror that can answer in this order. */
    withOrder(sort: string): Mirror | undefined {
      idle.refresh();
      return [coming, current].find((mirror) => mirror?.of(sort));
    },

    /**
     * Reads the catalogue as it is now, unless that is under way; resolves when the reading has ended, even with an
     * error.
     */
    renew(): Promise<void> {
      if (closed || coming || foreseen || performance.now() < restsUntil) return reading;
      coming = mirrorOf();
      reading = follow(coming);
      return reading;
    },

    /**
     * Reads the catalogue as the transaction has changed it. Returns undefined when no mirror is in use or the reading
     * fails; the transaction continues in either case.
     */
    async foresee(trx: Knex.Transaction): Promise<Foreseen | undefined> {
      if (closed || foreseen || !current) return undefined;
      // it would be outdated before it is read
      void drop(coming);
      try {
        return await trx.transaction(async (inner) => {
          const mirror = mirrorOf({ within: await latestMoment(inner) }, copiedWithin(inner));
          foreseen = mirror;
          await mirror.whole;
          return {
            drop: () => void (mirror === foreseen && drop(mirror)),
            takeOver() {
              if (mirror !== foreseen) return;
              foreseen = undefined;
              void drop(coming);
              void stand(mirror);
            },
          };
        });
      } catch (err) {
        void drop(foreseen);
        if (!closed) log?.warn({ err }, 'catalogue not mirrored ahead of its commit');
        return undefined;
      }
    },

    drop: (mirror: Mirror): void => void drop(mirror),

    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await Promise.all([drop(current), drop(coming), drop(foreseen)]);
    },
  };
}
