import type { Db } from '@ostatok/kit/node/db.ts';

/** A part of a list that one index holds in order. */
export interface Segment {
  sort: string;
  /** Rows that say nothing in the column, by their numbers; otherwise those that say something. */
  empty: boolean;
  weighed?: boolean;
  /** Whether revisions tell of the column: otherwise what is known of it holds until the next change. */
  followed: boolean;
}

/** A row: its value as text, and its number. */
export interface Sign {
  value: string;
  id: number;
}

const types: Record<string, string> = {
  id: 'int',
  volume_ml: 'int',
  weight_empty_g: 'numeric',
  weight_full_g: 'numeric',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

/** The segment's condition over aliases. */
export function within({ sort, empty, weighed }: Segment): string {
  const flag = weighed === undefined ? 'true' : weighed ? 'weighed' : 'not weighed';
  return sort === 'id' ? flag : `${sort} is ${empty ? '' : 'not '}null and ${flag}`;
}

/** The columns that order it. */
export const orderOf = ({ sort, empty }: Segment): string[] => (empty || sort === 'id' ? ['id'] : [sort, 'id']);

/** Rows at or after the sign. */
export function fromSign({ sort, empty }: Segment, { value, id }: Sign): { sql: string; values: (string | number)[] } {
  if (empty || sort === 'id') return { sql: 'id >= ?', values: [id] };
  return { sql: `(${sort}, id) >= (?::${types[sort] ?? 'text'}, ?)`, values: [value, id] };
}

/** Every `step`th row of the segment, the first too, and the revision of which that is true; in leaps along its index. */
export async function listSigns(db: Db, segment: Segment, step: number): Promise<{ revision: number; signs: Sign[] }> {
  const columns = orderOf(segment);
  const order = columns.join(', ');
  const from = columns.length > 1 ? `(${order}) >= (s.value, s.id)` : 'id >= s.id';
  const rowsOf = (where: string, offset: string): string =>
    `select ${segment.sort} as value, aliases.id from aliases where ${within(segment)} and ${where} order by ${order}
      offset ${offset} limit 1`;
  const { rows } = await db.raw(
    `with recursive signs as (
       (select first.*, 0 as n from (${rowsOf('true', '0')}) first)
       union all
       select a.value, a.id, s.n + 1 from signs s, lateral (${rowsOf(from, ':step')}) a
     )
     select (select coalesce(max(revision), 0) from alias_revisions) as revision,
            (select coalesce(jsonb_agg(jsonb_build_object('value', value::text, 'id', id) order by n), '[]')
               from signs) as signs`,
    { step },
  );
  return rows[0];
}

/** By how much the rows before the sign have become more, of at most `limit` changes after the revision. */
export async function countMoved(
  db: Db,
  segment: Segment,
  sign: Sign,
  revision: number,
  limit: number,
): Promise<{ moved: number; changes: number }> {
  const { sort, empty, weighed } = segment;
  const before = (state: string): string => {
    const value = `(${state} ->> '${sort}')`;
    const full = `(${state} ->> 'weight_empty_g' is not null and ${state} ->> 'weight_full_g' is not null)`;
    const flag = weighed === undefined ? 'true' : `${weighed ? '' : 'not '}${full}`;
    const place =
      sort === 'id'
        ? 'alias_id < :id'
        : empty
          ? `${value} is null and alias_id < :id`
          : `(${value}::${types[sort] ?? 'text'}, alias_id) < (:value::${types[sort] ?? 'text'}, :id)`;
    return `count(*) filter (where ${state} is not null and ${flag} and ${place})`;
  };
  const { rows } = await db.raw(
    `select ${before('after')} - ${before('before')} as moved, count(*) as changes
       from (select alias_id, before, after from alias_revisions where revision > :revision
              order by revision limit :limit) changed`,
    { value: sign.value, id: sign.id, revision, limit },
  );
  return rows[0];
}
