import type { Knex } from '@ostatok/kit/node/db.ts';
import { countMoved, listSigns, type Segment, type Sign } from './signposts.queries.ts';

/** A page nearer to an end is read from there. */
export const NEAR = 10_000;
/** Rows from one sign to the next. */
const STEP = 5000;
/** After more changes than this the signs are set anew. */
const FOLLOWED = 1000;
/** Until they are, they serve: so many changes are still read sooner than half of a list. */
const SERVED = 10_000;

interface Signs {
  revision: number;
  signs: Sign[];
}

/**
 * A page deep inside a long list is read from the nearest sign before it instead of from the list's end. A sign is a row
 * and how many are before it; what has changed since it was set moves that number, and revisions tell what has.
 */
export function createSignposts(db: Knex) {
  const set = new Map<string, Signs>();
  const setting = new Set<string>();
  let last = Promise.resolve();

  /** One list after another; meanwhile pages are read without. Whoever fails here fails nobody. */
  function setAnew(key: string, segment: Segment): void {
    if (setting.has(key)) return;
    setting.add(key);
    last = last
      .then(() => listSigns(db, segment, STEP))
      .then((signs) => void set.set(key, signs))
      .catch(() => undefined)
      .finally(() => setting.delete(key));
  }

  return {
    /** Sets the signs while nobody waits for them. */
    prepare(segment: Segment): void {
      const key = JSON.stringify(segment);
      if (!set.has(key)) setAnew(key, segment);
    },

    /** The sign from which to read on, with how many rows are before it now; undefined: read from an end. */
    async before(segment: Segment, offset: number): Promise<{ sign: Sign; rank: number } | undefined> {
      const key = JSON.stringify(segment);
      const known = set.get(key);
      if (!known) {
        setAnew(key, segment);
        return undefined;
      }
      const [followed, served] = segment.followed ? [FOLLOWED, SERVED] : [0, 0];
      // one step back, as rows before it may have gone since
      for (const back of [0, 1]) {
        const index = Math.floor(offset / STEP) - back;
        const sign = known.signs[index];
        if (!sign) continue;
        const { moved, changes } = await countMoved(db, segment, sign, known.revision, served + 1);
        if (changes > followed) setAnew(key, segment);
        if (changes > served) return undefined;
        const rank = index * STEP + moved;
        if (rank <= offset) return { sign, rank };
      }
      return undefined;
    },
  };
}
export type Signposts = ReturnType<typeof createSignposts>;
