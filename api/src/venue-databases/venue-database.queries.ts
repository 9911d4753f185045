import { sqlState } from '@ostatok/kit/node/db.ts';
import { Unavailable } from '@ostatok/kit/node/errors.ts';
import type { SentAlias, SentMatches, TakenAliases } from '@ostatok/tenant-runtime/contract/internal.ts';
import pg from 'pg';

const CONNECT_MS = 5000;
const STATEMENT_MS = 30_000;
/** How long to wait for users of the tenant who work on the same items; such work is short. */
const LOCK_MS = 10_000;

/** More barcodes than a tenant has. Its process may make its own functions return rows without end. */
const MOST_CODES = 200_000;
const LONGEST_CODE = 64;
/** The most items that an owner steps through; further ones come when these are matched. */
const MOST_UNMATCHED = 3000;
const LONGEST_NAME = 300;
const MOST_CODES_OF_ITEM = 21;

export interface VenueCode {
  /** The barcode as the tenant writes it. */
  ean: string;
  /** Whether the item is newer than the given one. */
  fresh: boolean;
}

/** What owners call the product of a barcode. */
export interface AliasNames {
  /** The barcode as the tenant writes it. */
  ean: string;
  names: string[];
}

/** The other codes of a product that the tenant has. */
export interface ProductCodes {
  /** A barcode of the tenant's, as it writes it. */
  ean: string;
  codes: { ean: string; pack: number }[];
}

/** A code that the catalogue gave to an item. */
export interface GivenVenueCode {
  code: string;
  /** The barcode that it came by. */
  by: string;
  /** How many it means, and how many when it was given; null where that is not remembered. */
  pack: number;
  given: number | null;
}

/** What a given code is to mean in place of what it `was`; with null the item has it no more. */
export interface CorrectedCode {
  code: string;
  was: number;
  pack: number | null;
}

/** What an item is called. */
export interface NamedItem {
  id: number;
  name: string;
  volume_ml: number | null;
}

/** An item that nobody has matched with the catalogue. */
export interface UnmatchedItem extends NamedItem {
  article: string | null;
  /** Its barcodes as the tenant writes them. */
  eans: string[];
}

/** The tenant's database has the schema of an older release; it is migrated when the tenant starts. */
export class OldSchema extends Error {}

const retryAfter = 60;
const says = {
  missing: new Unavailable(retryAfter, 'База данных заведения не найдена', 'venue_database_missing'),
  closed: new Unavailable(retryAfter, 'База данных заведения закрыта', 'venue_database_closed'),
  busy: new Unavailable(retryAfter, 'База данных заведения занята. Повторите позже', 'venue_database_busy'),
  overfull: new Unavailable(retryAfter, 'В базе заведения слишком много штрихкодов', 'venue_database_overfull'),
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

/** Returns an error with a Russian message for known failures; a defect of ours stays as it is. */
function describedError(error: unknown): unknown {
  if (error instanceof Unavailable) return error;
  const state = sqlState(error);
  if (state && byState[state]) return byState[state];
  const isOurs = state !== undefined && /^(22|23|42|XX)/.test(state);
  return isOurs ? error : says.away;
}

const connected = (client: pg.Client) => ({
  /** Returns the barcodes of the tenant's items and the id of the newest item. */
  async codes(after: number): Promise<{ newest: number; codes: VenueCode[] }> {
    const { rows } = await client.query(
      'select coalesce((select id from items order by created_at desc, id desc limit 1), 0) as newest',
    );
    const codes = await client.query('select left(ean, $2) as ean, fresh from catalogue_codes($1) limit $3', [
      after,
      LONGEST_CODE,
      MOST_CODES + 1,
    ]);
    if (codes.rows.length > MOST_CODES) throw says.overfull;
    return { newest: rows[0].newest, codes: codes.rows };
  },
  /** With `dry` it only reports what would change. */
  async take(aliases: SentAlias[], dry: boolean): Promise<TakenAliases> {
    const { rows } = await client.query(
      'select used, cardinality(updated) as updated from take_aliases($1::jsonb, $2) limit 1',
      [JSON.stringify(aliases), dry],
    );
    return rows[0];
  },
  /**
   * Gives items the names of their aliases in place of those that they had; returns how many items differed. With `dry`
   * it only reports them.
   */
  async takeNames(names: AliasNames[], dry: boolean): Promise<number> {
    const { rows } = await client.query(
      'select cardinality(named) as named from take_alias_names($1::jsonb, $2) limit 1',
      [JSON.stringify(names), dry],
    );
    return rows[0].named;
  },
  /** Gives items the other codes of their products; returns the items that got some. With `dry` it only reports them. */
  async takeCodes(codes: ProductCodes[], dry: boolean): Promise<number[]> {
    const { rows } = await client.query('select coded from take_product_codes($1::jsonb, $2) limit 1', [
      JSON.stringify(codes),
      dry,
    ]);
    return rows[0].coded;
  },
  /** Returns the codes that the catalogue gave to items which still have them. */
  async givenCodes(): Promise<GivenVenueCode[]> {
    const { rows } = await client.query(
      'select left(code, $1) as code, left(by, $1) as by, pack, given from catalogue_given_codes() limit $2',
      [LONGEST_CODE, MOST_CODES + 1],
    );
    if (rows.length > MOST_CODES) throw says.overfull;
    return rows;
  },
  /** Returns the items whose given codes were wrong. With `dry` it only reports them. */
  async correctCodes(codes: CorrectedCode[], dry: boolean): Promise<number[]> {
    const { rows } = await client.query('select corrected from correct_product_codes($1::jsonb, $2) limit 1', [
      JSON.stringify(codes),
      dry,
    ]);
    return rows[0].corrected;
  },
  /** Returns the first items that nobody has matched, drinks before others, also those whose barcode is known. */
  async unmatched(): Promise<UnmatchedItem[]> {
    const { rows } = await client.query(
      `select id, left(name, $2) as name, left(article, $2) as article, volume_ml,
              array(select left(e, $3) from unnest(eans[1:$4]) e) as eans
         from catalogue_unmatched($1) limit $1`,
      [MOST_UNMATCHED, LONGEST_NAME, LONGEST_CODE, MOST_CODES_OF_ITEM],
    );
    return rows;
  },
  /** Returns the items that exist, in no order. */
  async named(ids: number[]): Promise<NamedItem[]> {
    const { rows } = await client.query(
      'select id, left(name, $2) as name, volume_ml from items where id = any($1) limit $3',
      [ids, LONGEST_NAME, ids.length],
    );
    return rows;
  },
  /** Stores which products of the catalogue items are, with the facts; returns the ids of the items that exist. */
  async match({ matches, aliases }: SentMatches): Promise<number[]> {
    await client.query('begin');
    const { rows } = await client.query('select matched from match_items($1::jsonb) limit 1', [
      JSON.stringify(matches),
    ]);
    await client.query('select take_aliases($1::jsonb, false)', [JSON.stringify(aliases)]);
    await client.query('commit');
    return rows[0].matched;
  },
  /** Takes back what matching gave to the items; returns the ids of those that were matched. */
  async unmatch(ids: number[]): Promise<number[]> {
    const { rows } = await client.query('select undone from unmatch_items($1::int[]) limit 1', [ids]);
    return rows[0].undone;
  },
});
export type VenueDatabase = ReturnType<typeof connected>;

/**
 * Connects with the tenant's own role, so that nothing outside its database is visible. Throws OldSchema, or
 * Unavailable with the reason.
 */
export async function inVenueDatabase<T>(url: string, work: (venue: VenueDatabase) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'ostatok-platform',
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    lock_timeout: LOCK_MS,
  });
  // the connection may break between two statements; the next statement reports it
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(connected(client));
  } catch (error) {
    throw describedError(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}
