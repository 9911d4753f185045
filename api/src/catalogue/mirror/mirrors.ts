import { aliasSorts } from '@ostatok/api/contract/catalogue.ts';
import { type Knex, urlOf } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createMirror, type Mirror, type StartThread, startThread } from './mirror.ts';

/** A shorter catalogue is listed by PostgreSQL as fast. */
const LONG = 20_000;
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
  startThread?: StartThread;
}

/** At most two: one that answers, and one that is read to take its place. */
export function createMirrors({ db, log, long = LONG, startThread: start = startThread }: MirrorsOptions) {
  let standing: Mirror | undefined;
  let coming: Mirror | undefined;
  let reading = Promise.resolve();
  let restsUntil = 0;
  let closed = false;

  function drop(mirror: Mirror | undefined): Promise<unknown> {
    if (mirror === standing) standing = undefined;
    if (mirror === coming) coming = undefined;
    return mirror?.close() ?? Promise.resolve();
  }

  const idle = setTimeout(() => void drop(standing), IDLE_MS).unref();

  async function follow(mirror: Mirror): Promise<void> {
    try {
      await mirror.whole;
      if (mirror !== coming) return;
      const former = standing;
      [standing, coming] = [mirror, undefined];
      mirror.gone.then((err) => mirror === standing && log?.warn({ err }, 'mirror of the catalogue lost'));
      await former?.close();
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
      return [coming, standing].find((mirror) => mirror?.of(sort));
    },

    /** Reads the catalogue as it is now, unless that is being done; kept when that has ended, well or not. */
    renew(): Promise<void> {
      if (closed || coming || performance.now() < restsUntil) return reading;
      coming = createMirror(start, { url: urlOf(db), sorts });
      reading = follow(coming);
      return reading;
    },

    isUsed: (): boolean => standing !== undefined,
    drop: (mirror: Mirror): void => void drop(mirror),

    async close(): Promise<void> {
      closed = true;
      clearTimeout(idle);
      await Promise.all([drop(standing), drop(coming)]);
    },
  };
}
