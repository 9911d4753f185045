import { sqlState } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { SentAlias, TakenAliases } from '@ostatok/tenant-runtime/contract/internal.ts';
import pg from 'pg';

const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;
/** Somebody in the venue works on the very items: they end soon. */
const LOCK_MS = 10_000;

export interface VenueCode {
  /** As venues write it. */
  ean: string;
  /** Of an item newer than the one given. */
  fresh: boolean;
}

/** The venue's database is of an older release: it learns what is asked of it when the venue starts. */
export class OldSchema extends Error {}

const retryAfter = 60;
const says = {
  missing: new Unavailable(retryAfter, 'База данных заведения не найдена', 'venue_database_missing'),
  closed: new Unavailable(retryAfter, 'База данных заведения закрыта', 'venue_database_closed'),
  busy: new Unavailable(retryAfter, 'База данных заведения занята. Повторите позже', 'venue_database_busy'),
  away: new Unavailable(retryAfter, 'База данных заведения не отвечает', 'venue_database_away'),
};

const byState: Record<string, Error> = {
  '3D000': says.missing,
  '28000': says.closed,
  '28P01': says.closed,
  '42501': says.closed,
  '55000': says.closed,
  '53300': says.busy,
  '55P03': says.busy,
  '57014': says.busy,
  '42883': new OldSchema(),
};

/** What went wrong, for a person; a mistake of ours stays what it is. */
function told(error: unknown): unknown {
  const state = sqlState(error);
  if (state && byState[state]) return byState[state];
  const isOurs = state !== undefined && /^(22|23|42|XX)/.test(state);
  return isOurs ? error : says.away;
}

const connected = (client: pg.Client) => ({
  /** The barcodes of its items, and its newest item. */
  async codes(after: number): Promise<{ newest: number; codes: VenueCode[] }> {
    const { rows } = await client.query('select coalesce(max(id), 0) as newest from items');
    const codes = await client.query('select ean, fresh from catalogue_codes($1)', [after]);
    return { newest: rows[0].newest, codes: codes.rows };
  },
  /** `dry`: what would become of them. */
  async take(aliases: SentAlias[], dry: boolean): Promise<TakenAliases> {
    const { rows } = await client.query(
      'select used, cardinality(updated) as updated from take_aliases($1::jsonb, $2)',
      [JSON.stringify(aliases), dry],
    );
    return rows[0];
  },
});
export type VenueDatabase = ReturnType<typeof connected>;

/** As the venue's own role, so that nobody sees more than it does. Throws OldSchema, or Unavailable with what is wrong. */
export async function inVenueDatabase<T>(url: string, work: (venue: VenueDatabase) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ostatok-push',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
  });
  // a connection that breaks between two statements; the next one tells of it
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(connected(client));
  } catch (error) {
    throw told(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
