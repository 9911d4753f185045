import { FOREIGN_KEY_VIOLATION, type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import { hashToken, newToken } from '@ostatok/kit/node/secrets.ts';
import type { Feed } from '../../contract/feeds.endpoints.ts';
import {
  type AddFeed,
  DEFAULT_FOLDER,
  type FeedKind,
  feedNames,
  hasLogin,
  type UpdateFeed,
} from '../../contract/feeds.ts';
import type { SecurityEvent } from '../../contract/security.ts';
import type { Actor } from '../access/callers.ts';
import type { Sales } from '../sales/sales.service.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { FeedRow } from '../tables.ts';
import { lastDayAnew, lastDueDay } from './days.ts';
import { changesOf } from './feed-changes.ts';
import { FeedFailure } from './feed-failure.ts';
import type { FeedNotices } from './feed-notices.ts';
import { isStopped, stateOf } from './feed-state.ts';
import { feedView } from './feed-view.ts';
import {
  deleteFeed,
  findFeed,
  findSalesSource,
  insertFeed,
  lockFeed,
  selectFeeds,
  selectFreeSources,
  updateFeed,
} from './feeds.queries.ts';
import type { Fetching } from './fetching.ts';
import { iikoAddress } from './iiko-address.ts';
import { mailAddress } from './mail-address.ts';
import type { FeedSecrets } from './secrets.ts';

interface FeedsDeps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  secrets: FeedSecrets;
  sales: Pick<Sales, 'makeSource'>;
  fetching: Fetching;
  notices: FeedNotices;
  security: Pick<SecurityLog, 'record'>;
  onChange: () => void;
}

type FeedEvent = Extract<SecurityEvent, `feed.${string}`>;

const DEFAULT_HOUR = 9;
/** How long whoever asks for a check waits for it; a longer one goes on without them. */
const CHECK_MS = 15_000;

const noFeed = (): NotFound => new NotFound('Такого подключения нет');
const noSource = (): InvalidInput =>
  new InvalidInput('Такого источника продаж нет', { source_id: 'Такого источника продаж нет' });

/** Whoever may change an address must not have the password sent there that somebody else has typed. */
const needsPassword = (): InvalidInput =>
  new InvalidInput('Адрес сменился: введите пароль заново', { password: 'Адрес сменился: введите пароль заново' });

async function written<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) === FOREIGN_KEY_VIOLATION) throw noSource();
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('feed_exists', 'Такое подключение уже есть', { name: 'Такое подключение уже есть' });
  });
}

/** Reports that are sent may be of several tills: each file says of which. */
const isSent = (kind: FeedKind): kind is 'upload' | 'mail' => kind === 'upload' || kind === 'mail';

/** A token of Poster begins with the number of its account. */
const accountIn = (token: string): string => token.split(':')[0] ?? '';

const addressOf = (kind: FeedKind, text: string): string =>
  kind === 'mail' ? mailAddress(text).written : iikoAddress(text);

const uploadPath = (secret: string): string => `/api/feeds/upload/${secret}`;

/** What belongs to the way a till is entered: once any of it is changed, the till is tried anew. */
const TRIED_ANEW = [
  'source_id',
  'address',
  'login',
  'secret_sealed',
  'store',
  'folder',
  'sender',
  'fingerprint',
  'enabled',
] as const;

/** Which sales a feed fetches, and whose they are: once any of it is changed, it begins anew. */
const PLACE = ['source_id', 'address', 'store'] as const;

/** Feeds of sales, as an administrator sees them. */
export function createFeeds(deps: FeedsDeps) {
  const { db, clock, timezone, secrets, sales, fetching, notices, security, onChange } = deps;

  const record = (trx: Knex.Transaction, event: FeedEvent, { id, ...origin }: Actor, details: string): Promise<void> =>
    security.record(trx, { event, userId: id, ...origin, details });

  async function known(id: number): Promise<Feed> {
    const row = await findFeed(db, id);
    if (!row) throw noFeed();
    return feedView(row, clock(), timezone);
  }

  /** Throws InvalidInput where what a feed fetches cannot be of a source. */
  async function mustHoldSales(kind: FeedKind, source_id: number): Promise<void> {
    const source = await findSalesSource(db, source_id);
    if (!source) throw noSource();
    if (isSent(kind) || source.kind === kind || source.kind === 'table') return;
    throw new InvalidInput(`«${source.name}» — не ${feedNames[kind]}. Выберите другой источник`, {
      source_id: 'Это касса другого вида',
    });
  }

  /** Sales of a server go on in the only source of its kind, unless another feed has it; with null they get one of their own. */
  async function sourceFor(kind: FeedKind, source_id: number | null | undefined, name: string): Promise<number | null> {
    if (source_id != null) {
      await mustHoldSales(kind, source_id);
      return source_id;
    }
    if (isSent(kind)) return null;
    const free = source_id === null ? [] : await selectFreeSources(db, kind);
    if (free.length > 1) throw new InvalidInput('Выберите, чьи это продажи', { source_id: 'Таких касс несколько' });
    return free[0] ?? sales.makeSource(kind, name);
  }

  /** Whether a new token is of another account of Poster; one that cannot be compared is not. */
  function isOtherAccount(before: FeedRow, token: string | undefined): boolean {
    if (!token?.includes(':')) return false;
    try {
      const known = secrets.open(before);
      return known.includes(':') && accountIn(known) !== accountIn(token);
    } catch (error) {
      if (error instanceof FeedFailure) return false;
      throw error;
    }
  }

  return {
    list: async (): Promise<Feed[]> => (await selectFeeds(db)).map((row) => feedView(row, clock(), timezone)),

    async add(input: AddFeed, actor: Actor): Promise<{ feed: Feed; upload_path: string | null }> {
      const { kind, store, hour = DEFAULT_HOUR } = input;
      const name = input.name ?? feedNames[kind];
      const secret = hasLogin(kind) ? input.password : input.token;
      const upload = kind === 'upload' ? newToken() : undefined;
      const row: Parameters<typeof insertFeed>[1] = {
        kind,
        name,
        hour,
        store: store || null,
        created_at: clock(),
        created_by: actor.id,
        ...(hasLogin(kind) && { address: addressOf(kind, input.address ?? ''), login: input.login ?? null }),
        ...(kind === 'mail' && { folder: input.folder || DEFAULT_FOLDER, sender: input.sender || null }),
        ...(kind !== 'upload' && { secret_sealed: secrets.seal(secret ?? '') }),
        ...(upload && { upload_hash: hashToken(upload) }),
        source_id: await sourceFor(kind, input.source_id, name),
      };
      const id = await written(
        db.transaction(async (trx) => {
          await record(trx, 'feed.added', actor, name);
          return insertFeed(trx, row);
        }),
      );
      onChange();
      return { feed: await known(id), upload_path: upload ? uploadPath(upload) : null };
    },

    async update(id: number, input: UpdateFeed, actor: Actor): Promise<Feed> {
      const before = await findFeed(db, id);
      if (!before) throw noFeed();
      const { name, source_id, login, password, token, store, folder, sender, hour, enabled, fingerprint } = input;
      const { kind } = before;
      const secret = hasLogin(kind) ? password : token;
      const address = input.address === undefined || !hasLogin(kind) ? undefined : addressOf(kind, input.address);
      const isElsewhere = address !== undefined && address !== before.address;
      if (isElsewhere && !secret) throw needsPassword();
      const fields: Partial<FeedRow> = {
        ...(name !== undefined && { name }),
        ...(source_id !== undefined && { source_id: await sourceFor(kind, source_id, name ?? before.name) }),
        ...(address !== undefined && { address }),
        ...(hasLogin(kind) && login !== undefined && { login }),
        ...(kind === 'mail' && folder !== undefined && { folder }),
        ...(kind === 'mail' && sender !== undefined && { sender: sender || null }),
        ...(kind !== 'upload' && secret && { secret_sealed: secrets.seal(secret) }),
        ...(store !== undefined && { store: store || null }),
        ...(hour !== undefined && { hour }),
        ...(enabled !== undefined && { enabled }),
        ...(fingerprint !== undefined && { fingerprint }),
      };
      const hasChanged = (field: keyof FeedRow): boolean =>
        fields[field] !== undefined && fields[field] !== before[field];
      if (!isSent(kind) && (PLACE.some(hasChanged) || (kind === 'poster' && isOtherAccount(before, token)))) {
        fields.last_day = lastDayAnew(before.last_day, lastDueDay(clock(), before, timezone));
      }
      const isTriedAnew = TRIED_ANEW.some(hasChanged);
      // a fetch that was begun with what was there before writes nothing any more; what went wrong stands until the next try
      const anew = { refused: false, seen_fingerprint: null, attempts: 0, retry_at: null, claimed_until: null };
      if (isTriedAnew) Object.assign(fields, anew);
      const changed = changesOf(before, fields);
      if (Object.keys(fields).length > 0) {
        await written(
          db.transaction(async (trx) => {
            await updateFeed(trx, id, fields);
            if (changed) await record(trx, 'feed.changed', actor, `${before.name}: ${changed}`);
          }),
        );
      }
      if (enabled === false) await notices.notify(id);
      onChange();
      return known(id);
    },

    async remove(id: number, actor: Actor): Promise<void> {
      await db.transaction(async (trx) => {
        const row = await lockFeed(trx, id);
        if (!row) throw noFeed();
        await deleteFeed(trx, id);
        await record(trx, 'feed.removed', actor, row.name);
      });
      onChange();
    },

    /** Fetches what is missing now. Throws Conflict where that cannot be. */
    async check(id: number): Promise<Feed> {
      const row = await findFeed(db, id);
      if (!row) throw noFeed();
      if (row.kind === 'upload') throw new Conflict('not_fetched', 'Отчёты сюда присылает касса: проверять нечего');
      if (row.refused) throw new Conflict('feed_refused', 'Во входе отказано. Сначала исправьте подключение');
      if (isStopped(row)) throw new Conflict('feed_stopped', 'Подключение выключено. Сначала включите его');
      const begun = await fetching.begin(id);
      onChange();
      let timer: NodeJS.Timeout | undefined;
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CHECK_MS);
      });
      await Promise.race([begun?.done, enough]).finally(() => clearTimeout(timer));
      return known(id);
    },

    /** Gives an address for reports a new secret, which is told this once. */
    async renewSecret(id: number, actor: Actor): Promise<{ feed: Feed; upload_path: string | null }> {
      const row = await findFeed(db, id);
      if (!row) throw noFeed();
      if (row.kind !== 'upload') throw new Conflict('not_an_address', 'У этого подключения нет адреса для отчётов');
      const secret = newToken();
      await db.transaction(async (trx) => {
        await updateFeed(trx, id, { upload_hash: hashToken(secret) });
        await record(trx, 'feed.changed', actor, `${row.name}: новый адрес для отчётов`);
      });
      onChange();
      return { feed: await known(id), upload_path: uploadPath(secret) };
    },

    /** Returns feeds that are in trouble and have brought nothing of the last of some days. */
    async behind(lastDay: string): Promise<{ name: string; last_day: string | null }[]> {
      const now = clock();
      return (await selectFeeds(db))
        .filter((row) => row.enabled && stateOf(row, now, timezone) !== 'healthy' && (row.last_day ?? '') < lastDay)
        .map(({ name, last_day }) => ({ name, last_day }));
    },
  };
}
export type Feeds = ReturnType<typeof createFeeds>;
