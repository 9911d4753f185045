import type { Operation, OperationItem } from '@ostatok/api/contract/operations.endpoints.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import test, { type ExecutionContext } from 'ava';
import { io } from 'socket.io-client';
import { serverUrl } from '../database/postgres.ts';
import {
  newOwner,
  type Reply,
  startTestPlatform,
  type TestOwner,
  type TestPlatform,
  type TestVenue,
} from '../platform/platform.ts';
import { until } from '../run/until.ts';

export const [RUM, GIN, SMALL, WINE] = ['4006381333931', '5011007003005', '96385074', '4600702097276'];

export let platform: TestPlatform;
export let admin: TestOwner;
export let server: Knex;

/** Starts the file's platform before its tests and stops it after them. */
export function setUpPushes(prepare?: () => Promise<void>): void {
  test.before(async () => {
    platform = await startTestPlatform();
    admin = await newOwner(platform, 'corporate');
    await platform.db('users').where({ id: admin.userId }).update({ role: 'admin' });
    server = connect(serverUrl(), { max: 2 });
    await prepare?.();
  });
  test.after.always(async () => {
    await server?.destroy();
    await platform?.stop();
  });
}

export const push = (body: object = {}, headers?: Record<string, string>): Promise<Reply> =>
  admin.call('POST', '/api/admin/aliases/push', body, headers);
export const pending = async (): Promise<number> => (await admin.call('GET', '/api/admin/aliases/push')).body.pending;

export async function resultsOf({ id }: Operation): Promise<Map<string, OperationItem>> {
  const { body } = await admin.call('GET', `/api/admin/operations/${id}/items`);
  return new Map(body.items.map((item: OperationItem) => [item.key, item]));
}

/** Writes or replaces an alias as an administrator does. */
export async function describe(ean: string | undefined, fields: object): Promise<void> {
  const known = await platform
    .db('aliases')
    .where({ ean: ean?.padStart(13, '0') })
    .first('id');
  const body = { ean, description: `Бутылка ${ean}`, ...fields };
  const answer = known
    ? await admin.call('PUT', `/api/admin/aliases/${known.id}`, body)
    : await admin.call('POST', '/api/admin/aliases', body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
}

export async function add(venue: TestVenue, ean: string | undefined, fields: object = {}): Promise<number> {
  const made = await venue.call('POST', '/api/items', { name: `Бутылка ${ean}`, unit: 'л', ean, ...fields });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body.item.id;
}

export const itemOf = async (venue: TestVenue, id: number) => (await venue.call('GET', `/api/items/${id}`)).body.item;
export const sleep = (venue: TestVenue): Promise<void> => platform.venues.runtime.stop(venue.id);

/** How much a tenant's database has written so far. */
export async function writesOf({ id }: TestVenue): Promise<string> {
  const db = connect(serverUrl().replace(/\/[^/]*$/, `/${id}`), { max: 1 });
  const { rows } = await db.raw(`select string_agg(id || ':' || xmin || ':' || xmax, ',' order by id) as rows,
    pg_current_xact_id_if_assigned() as mine from items`);
  await db.destroy();
  return rows[0].rows;
}

export async function isRunning(t: ExecutionContext, venue: TestVenue, expected: boolean): Promise<void> {
  t.is(await platform.venues.runtime.state(venue.id), expected ? 'running' : 'asleep', venue.subdomain);
}

/** Opens the venue's socket, as a page does; returns the names of the changed items that it hears of. */
export async function receivedBy(t: ExecutionContext, { token, subdomain }: TestVenue): Promise<string[]> {
  const socket = io(platform.url, {
    auth: { token },
    extraHeaders: { host: `${subdomain}.localhost:${platform.port}` },
    transports: ['websocket'],
    reconnection: false,
  });
  t.teardown(() => void socket.disconnect());
  const received: string[] = [];
  socket.on('items:changed', (event) => received.push(...event.items.map(({ name }: { name: string }) => name)));
  await until(() => socket.connected, 'the socket');
  return received;
}
