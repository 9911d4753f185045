import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from '@ostatok/kit/node/db.ts';
import type { Row } from './row.ts';
import { startTenantProcess, type TenantProcess } from './tenant-process.ts';

const CLIENTS = 8;
const ITEMS = 50;
const SECONDS = 5;
const ROUNDS = 3;
const MIN_RATIO = 0.5;

/** What the server does for one change, as pgbench sees it. */
const transaction = `
\\set item random(1, ${ITEMS})
begin;
select * from items where id = :item for update;
select * from changes where id = gen_random_uuid();
insert into changes (id, item_id, user_id, delta, before, after, method, given, source, at)
  select gen_random_uuid(), id, 1, 0.001, quantity, quantity + 0.001, 'delta', 0.001, 'web', now() from items where id = :item;
update items set quantity = quantity + 0.001, updated_at = now() where id = :item;
commit;
`;

/** On the path, or where Debian keeps it. */
function findPgbench(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'pgbench'));
  return [...onPath, ...globSync('/usr/lib/postgresql/*/bin/pgbench')].find((path) => existsSync(path));
}

async function pgbenchPerSecond(pgbench: string, databaseUrl: string, script: string): Promise<number> {
  const { stdout } = await promisify(execFile)(pgbench, [
    ...['-n', '-M', 'prepared', '-c', String(CLIENTS), '-j', '2', '-T', String(SECONDS)],
    ...['-f', script, databaseUrl],
  ]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

function postChange(agent: Agent, { url, token }: TenantProcess): Promise<void> {
  const itemId = 1 + Math.floor(Math.random() * ITEMS);
  const body = JSON.stringify({ changes: [{ id: randomUUID(), itemId, delta: 0.001, source: 'web' }] });
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const req = request(`${url}/api/changes`, { agent, method: 'POST', headers }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part) => {
        text += part;
      });
      res.on('end', () => (text.includes('"applied"') ? resolve() : reject(new Error(text))));
    });
    req.on('error', reject);
    req.end(body);
  });
}

async function httpPerSecond(tenant: TenantProcess): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  let applied = 0;
  const started = performance.now();
  const until = started + SECONDS * 1000;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      await postChange(agent, tenant);
      applied += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return (applied * 1000) / (performance.now() - started);
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function measure(tenant: TenantProcess, pgbench: string, script: string): Promise<Row[]> {
  const floors: number[] = [];
  const rates: number[] = [];
  await httpPerSecond(tenant);
  // In turns, so that a slow minute of the machine falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    floors.push(await pgbenchPerSecond(pgbench, tenant.databaseUrl, script));
    rates.push(await httpPerSecond(tenant));
  }
  const [value, floor] = [median(rates), median(floors)];
  return [
    {
      name: `Изменений в секунду, ${CLIENTS} клиентов HTTP`,
      value,
      unit: '1/с',
      limit: MIN_RATIO * floor,
      floor,
      ratio: value / floor,
      ok: value >= MIN_RATIO * floor,
    },
  ];
}

/** Changes over HTTP against what pgbench gets from the same transaction on the same database. */
export async function bench(): Promise<Row[]> {
  const pgbench = findPgbench();
  if (!pgbench) {
    console.log('pgbench не найден (Debian: postgresql-contrib): замер изменений пропущен');
    return [];
  }
  const tenant = await startTenantProcess();
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-pgbench-'));
  const script = join(folder, 'change.sql');
  const db = connect(tenant.databaseUrl, { max: 1 });
  try {
    await writeFile(script, transaction);
    const names = Array.from({ length: ITEMS }, (_, index) => `позиция ${index + 1}`);
    await db('items').insert(names.map((name) => ({ name, search_name: name, unit: 'л' })));
    return await measure(tenant, pgbench, script);
  } finally {
    await db.destroy();
    await rm(folder, { recursive: true, force: true });
    await tenant.stop();
  }
}
