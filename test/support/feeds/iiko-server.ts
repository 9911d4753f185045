import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ExecutionContext } from 'ava';

/** A row of a sales report by its field names, as `DishName`. */
export type IikoRow = Record<string, unknown>;

interface OlapQuery {
  reportType?: string;
  buildSummary?: boolean;
  groupByRowFields?: string[];
  aggregateFields?: string[];
  filters?: Record<string, { filterType: string; from?: string; to?: string; values?: string[] }>;
}

/** What a request is answered instead of what a healthy server would; `hang` never answers. */
export type IikoTrouble = 'hang' | { status: number; body?: string; headers?: Record<string, string> };
type Place = 'auth' | 'columns' | 'olap' | 'logout';

interface Options {
  login?: string;
  password?: string;
  /** Licences, each of which one session takes. */
  slots?: number;
  /** The path before `/api`: `/resto` or nothing. */
  root?: string;
  hasSizes?: boolean;
  tls?: { key: Buffer; cert: Buffer };
}

const MOST_FIELDS = 7;
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;
const business = (words: string) => ({ status: 409, body: words });

/** Refuses what iiko does, and what its maker asks integrations not to do. */
function objectionTo({
  reportType,
  buildSummary,
  groupByRowFields = [],
  aggregateFields = [],
  filters = {},
}: OlapQuery) {
  const day = filters['OpenDate.Typed'];
  if (reportType !== 'SALES') return { status: 400, body: 'Unknown report type' };
  if (buildSummary !== false) return business('buildSummary must be false');
  if (groupByRowFields.length + aggregateFields.length > MOST_FIELDS) return business('Too many fields');
  if (day?.filterType !== 'DateRange' || !day.from || !day.to) return business('Date filter is required');
  if ((Date.parse(day.to) - Date.parse(day.from)) / DAY_MS > MOST_DAYS)
    return business('Period is longer than a month');
  return undefined;
}

/** Returns the rows of a report: the day `to` is not part of it. */
function rowsOf(rows: readonly IikoRow[], { groupByRowFields = [], aggregateFields = [], filters = {} }: OlapQuery) {
  const { from = '', to = '' } = filters['OpenDate.Typed'] ?? {};
  const fields = [...groupByRowFields, ...aggregateFields];
  return rows
    .filter((row) => String(row['OpenDate.Typed']) >= from && String(row['OpenDate.Typed']) < to)
    .filter((row) =>
      Object.entries(filters).every(
        ([field, { values }]) => !values || row[field] === undefined || values.includes(String(row[field])),
      ),
    )
    .map((row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? null])));
}

/**
 * An iikoServer that speaks its own protocol over HTTP: sessions that take licences, OLAP reports of sales, and its errors. It fails
 * its test when a second request comes before the first has been answered.
 */
export async function startIiko(t: ExecutionContext, options: Options = {}) {
  const { login = 'ostatok', password = 'секрет', slots = 1, root = '/resto', hasSizes = true, tls } = options;
  const sessions = new Set<string>();
  const troubles: Partial<Record<Place, IikoTrouble[]>> = {};
  const asked: { place: Place; olap?: OlapQuery }[] = [];
  const rows: IikoRow[] = [];
  const hanging = new Set<ServerResponse>();
  const columns = { DishName: { type: 'STRING' }, ...(hasSizes && { 'DishSize.Name': { type: 'STRING' } }) };
  const pass = createHash('sha1').update(password).digest('hex');
  let open = 0;
  let onAsked: (place: Place) => void = () => {};

  function signIn(url: URL, res: ServerResponse): void {
    if (url.searchParams.get('login') !== login || url.searchParams.get('pass') !== pass) {
      res.writeHead(401).end('Неверный логин или пароль');
    } else if (sessions.size >= slots) {
      res.writeHead(403).end('License enhancement is required: no connections available for module 28008806');
    } else {
      const token = randomUUID();
      sessions.add(token);
      res.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': `key=${token}; Path=/resto` }).end(token);
    }
  }

  async function answer(place: Place, url: URL, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const key = url.searchParams.get('key') ?? '';
    const olap = place === 'olap' ? ((await json(req)) as OlapQuery) : undefined;
    asked.push({ place, ...(olap && { olap }) });
    onAsked(place);
    const trouble = troubles[place]?.shift();
    if (trouble === 'hang') {
      hanging.add(res);
      return;
    }
    if (trouble) {
      res.writeHead(trouble.status, { 'content-type': 'text/html', ...trouble.headers }).end(trouble.body ?? '');
      return;
    }
    if (place === 'auth') return signIn(url, res);
    if (!sessions.has(key)) {
      res.writeHead(401).end('Token is expired or invalid');
    } else if (place === 'logout') {
      sessions.delete(key);
      res.end('true');
    } else if (place === 'columns') {
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(columns));
    } else {
      const objection = objectionTo(olap ?? {});
      const data = JSON.stringify({ data: rowsOf(rows, olap ?? {}), summary: [] });
      if (objection) res.writeHead(objection.status).end(objection.body);
      else res.writeHead(200, { 'content-type': 'application/json' }).end(data);
    }
  }

  const places: Record<string, Place> = {
    [`POST ${root}/api/auth`]: 'auth',
    [`GET ${root}/api/logout`]: 'logout',
    [`GET ${root}/api/v2/reports/olap/columns`]: 'columns',
    [`POST ${root}/api/v2/reports/olap`]: 'olap',
  };
  const listener: RequestListener = (req, res) => {
    const url = new URL(req.url ?? '/', 'http://iiko');
    const place = places[`${req.method} ${url.pathname}`];
    if (!place) {
      res.writeHead(404).end('<html><body>Not Found</body></html>');
      return;
    }
    open += 1;
    if (open > 1) t.fail(`${place} is asked before the request before it was answered`);
    res.once('close', () => {
      open -= 1;
    });
    void answer(place, url, req, res);
  };
  const server = tls ? createSecureServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    login,
    password,
    /** What was sold, in any order. */
    rows,
    asked,
    /** Sessions that take a licence now. */
    taken: () => sessions.size,
    /** Ends all sessions, as a restart of the server does. */
    restart: () => sessions.clear(),
    /** Takes a licence for somebody else, until the returned function is called. */
    take(): () => void {
      const token = randomUUID();
      sessions.add(token);
      return () => void sessions.delete(token);
    },
    /** Answers the next request to a place so. */
    fail(place: Place, ...all: IikoTrouble[]): void {
      troubles[place] = [...(troubles[place] ?? []), ...all];
    },
    onAsked(listen: (place: Place) => void): void {
      onAsked = listen;
    },
    /** Closes connections that were left hanging. */
    drop(): void {
      for (const res of hanging) res.destroy();
      hanging.clear();
    },
  };
}
export type IikoServer = Awaited<ReturnType<typeof startIiko>>;

export const soldAtIiko = (day: string, more: IikoRow = {}): IikoRow => ({
  'OpenDate.Typed': day,
  'Store.Name': 'Бар',
  DishName: 'Хеллес (0,4)',
  'DishSize.Name': null,
  DeletedWithWriteoff: 'NOT_DELETED',
  DishAmountInt: 2,
  DishDiscountSumInt: 600,
  ...more,
});
