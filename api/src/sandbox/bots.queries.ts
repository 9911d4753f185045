import type { Db } from '@ostatok/kit/node/db.ts';
import type { SandboxBot, SandboxFault, SandboxPerson } from '../../contract/sandbox.ts';

export interface BotRow {
  id: number;
  channel: SandboxBot['channel'];
  username: string;
  name: string;
  webhook_url: string | null;
  webhook_secret: string | null;
  webhook_error: string | null;
  webhook_error_at: Date | null;
  allowed_updates: string[] | null;
  commands: { command: string; description: string }[];
}
const botColumns = [
  'id',
  'channel',
  'username',
  'name',
  'webhook_url',
  'webhook_secret',
  'webhook_error',
  'webhook_error_at',
  'allowed_updates',
  'commands',
];

export async function nextBotId(db: Db): Promise<number> {
  const { rows } = await db.raw(`select nextval(pg_get_serial_sequence('sandbox_bots', 'id')) as id`);
  return rows[0].id;
}

export async function insertBot(
  db: Db,
  bot: Pick<BotRow, 'id' | 'channel' | 'username' | 'name'> & { token_hash: string },
): Promise<void> {
  await db.raw(
    `insert into sandbox_bots (id, channel, username, name, token_hash) overriding system value
       values (:id, :channel, :username, :name, :token_hash)`,
    bot,
  );
}

export async function setTokenHash(db: Db, id: number, tokenHash: string): Promise<BotRow | undefined> {
  const [bot] = await db('sandbox_bots').where({ id }).update({ token_hash: tokenHash }).returning(botColumns);
  return bot;
}

export function listBots(db: Db): Promise<Pick<BotRow, 'id' | 'channel' | 'username' | 'name'>[]> {
  return db('sandbox_bots').select('id', 'channel', 'username', 'name').orderBy('id');
}

export const findBot = (db: Db, id: number): Promise<BotRow | undefined> =>
  db('sandbox_bots').where({ id }).first(botColumns);

export const listWebhookBots = (db: Db): Promise<number[]> =>
  db('sandbox_bots').whereNotNull('webhook_url').pluck('id');

/** `faulty` means that some of its calls are to fail. */
export const findBotByTokenHash = (
  db: Db,
  channel: BotRow['channel'],
  tokenHash: string,
): Promise<(BotRow & { faulty: boolean }) | undefined> =>
  db('sandbox_bots as b')
    .where({ channel, token_hash: tokenHash })
    .first(
      ...botColumns,
      db.raw('exists (select 1 from sandbox_faults f where f.bot_id = b.id and f.times > 0) as faulty'),
    );

export async function updateBot(
  db: Db,
  id: number,
  fields: Partial<Pick<BotRow, 'webhook_url' | 'webhook_secret' | 'webhook_error' | 'webhook_error_at'>> & {
    allowed_updates?: string | null;
    commands?: string;
  },
): Promise<void> {
  await db('sandbox_bots').where({ id }).update(fields);
}

export function listPeople(db: Db): Promise<SandboxPerson[]> {
  return db('sandbox_people').select('id', 'username', 'first_name').orderBy('id');
}

export const findPerson = (db: Db, id: number): Promise<SandboxPerson | undefined> =>
  db('sandbox_people').where({ id }).first('id', 'username', 'first_name');

export async function insertPerson(db: Db, person: Omit<SandboxPerson, 'id'>): Promise<SandboxPerson> {
  const [row] = await db('sandbox_people').insert(person).returning(['id', 'username', 'first_name']);
  return row;
}

export async function insertFault(db: Db, botId: number, fault: SandboxFault): Promise<void> {
  await db('sandbox_faults').insert({
    bot_id: botId,
    kind: fault.kind,
    method: fault.method ?? null,
    retry_after: fault.retryAfter,
    times: fault.times,
  });
}

/** Takes one of the injected faults for this method. */
export async function takeFault(
  db: Db,
  botId: number,
  method: string,
): Promise<{ kind: SandboxFault['kind']; retry_after: number } | undefined> {
  const waiting = db('sandbox_faults')
    .where({ bot_id: botId })
    .where('times', '>', 0)
    .where((either) => either.whereNull('method').orWhere({ method }))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select('id');
  const [fault] = await db('sandbox_faults')
    .where('id', waiting)
    .decrement('times', 1)
    .returning(['kind', 'retry_after']);
  return fault;
}

export interface FileRow {
  id: string;
  bot_id: number;
  name: string;
  mime: string;
  size: number;
}

export async function insertFile(db: Db, file: FileRow): Promise<void> {
  await db('sandbox_files').insert(file);
}

export const findFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  db('sandbox_files').where({ id }).first('id', 'bot_id', 'name', 'mime', 'size');
