import { randomUUID } from 'node:crypto';
import { createLog } from '@ostatok/kit/node/log.ts';
import test from 'ava';
import pg from 'pg';
import { TAKE_READER_LOCK } from '../../../api/src/platform/locks.queries.ts';
import { createApiRoots } from '../../../api/src/telegram/api-roots.ts';
import { createGateway, type GatewayParts } from '../../../api/src/telegram/gateway.service.ts';
import type { Update } from '../../../api/src/telegram/telegram-client.ts';
import { insertVenueRow, openToken, startSandbox } from '../sandbox/sandbox.ts';

export let sandbox: Awaited<ReturnType<typeof startSandbox>>;

/** Starts the file's built-in Bot API before its tests and stops it after them. */
export function setUpGateway(): void {
  test.before(async () => {
    sandbox = await startSandbox();
  });
  test.after.always(() => sandbox.stop());
}

interface Taken extends Update {
  message: { text: string };
}
let venues = 0;

/** A tenant with a bot of its own and a user who writes to it; `taken` holds the updates it got. */
export async function newVenue({ status = 'active' } = {}) {
  venues += 1;
  const id = `t${String(venues).padStart(10, '0')}`;
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна' });
  await insertVenueRow(sandbox.db, bot, { id, status });
  return {
    id,
    bot,
    taken: [] as string[],
    write: (text: string) => sandbox.sandbox.chat.write(bot.id, person.id, text),
    row: () => sandbox.db('tenants').where({ id }).first(),
    remove: () => sandbox.db('tenants').where({ id }).update({ status: 'deleted' }),
  };
}
type Venue = Awaited<ReturnType<typeof newVenue>>;

export const quick: GatewayParts['times'] = {
  leaseMs: 1000,
  pollSeconds: 5,
  unwell: { firstMs: 20, lastMs: 100 },
  revoked: { firstMs: 50, lastMs: 50 },
  conflict: { firstMs: 50, lastMs: 100 },
  delivery: { firstMs: 10, lastMs: 40 },
};

export const textsOf = (updates: Update[]): string[] => (updates as Taken[]).map(({ message }) => message.text);

/** One api process's gateway, which delivers only to the given tenants. */
export function gatewayFor(own: Venue[], options: Partial<GatewayParts> = {}) {
  const byId = new Map(own.map((venue) => [venue.id, venue]));
  return createGateway({
    db: sandbox.db,
    apiRoots: createApiRoots(() => [sandbox.apiRoot]),
    openToken,
    deliver: async (id, updates) => void byId.get(id)?.taken.push(...textsOf(updates)),
    log: createLog('test', 'silent'),
    times: quick,
    ...options,
  });
}

/** Another api process that lives until `end`, as far as gateways can see. */
export async function livingReader(): Promise<{ holder: string; end: () => Promise<void> }> {
  const holder = randomUUID();
  const connection = new pg.Client({ connectionString: sandbox.databaseUrl });
  await connection.connect();
  await connection.query(TAKE_READER_LOCK, [holder]);
  return { holder, end: () => connection.end() };
}

export const refusal = (status: number) => Object.assign(new Error('refused'), { status });
