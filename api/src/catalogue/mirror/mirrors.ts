import { aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { type Knex, urlOf } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { copiedWithin, latestMoment } from './changed.queries.ts';
import { createMirror, type Mirror, type StartThread, startThread } from './mirror.ts';
import type { MirrorOf } from './mirror-thread.ts';

/** A shorter catalogue is listed by PostgreSQL as fast. */
const LONG = 20_000;
/** After so many changes a newer mirror is read. */
export const WORN = 500;
/** A mirror of which nobody has asked for so long is given up. */
const IDLE_MS = 15 * 60_000;
/** After one that could not be read. */
const REST_MS = 30_000;

/** Every order but that by numbers, which a mirror has from the beginning. */
const sorts = aliasSorts.filter((sort) => sort !== 'id');

export interface MirrorsOptions {
  db: Knex;
  log?: Pick<Logger, 'warn'>;
  /** The fewest aliases that are mirrored. */
  long?: number;
  /** The file that keeps the mirror for the next start. */
  kept?: string | undefined;
  startThread?: StartThread;
}

/** A mirror of what a transaction has written: it takes over once that is committed, or goes with it. */
export interface Foreseen {
  takeOver: () => void;
  drop: () => void;
}

/** At most two: one that answers, and one that is read to take its place. */
export function createMirrors({ db, log, long = LONG, kept, startThread: start = startThread }: MirrorsOptions) {
  let current: Mirror | undefined;
  let coming: Mirror | undefined;
  /** Not yet to be seen. */
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

    /** The newest that can answer in this order. */
    withOrder(sort: string): Mirror | undefined {
      idle.refresh();
      return [coming, current].find((mirror) => mirror?.of(sort));
    },

    /** Reads the catalogue as it is now, unless that is being done; kept when that has ended, well or not. */
    renew(): Promise<void> {
      if (closed || coming || foreseen || performance.now() < restsUntil) return reading;
      coming = mirrorOf();
      reading = follow(coming);
      return reading;
    },

    /**
     * Reads what the transaction has made of the catalogue, and nobody else can see yet. undefined: there is nobody who
     * lists it, or it could not be read; the transaction goes on all the same.
     */
    async foresee(trx: Knex.Transaction): Promise<Foreseen | undefined> {
      if (closed || foreseen || !current) return undefined;
      // it would be old before it is read
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
