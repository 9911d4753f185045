import { Agent } from 'node:http';
import { connect } from '@ostatok/kit/node/db.ts';
import type { Row } from './row.ts';
import { startTenantProcess } from './tenant-process.ts';
import { get, rowsOf, time } from './times.ts';

const CHANGES = 1_000_000;
const QUERIES = 20;
const MAX_PAGE_MS = 100;
const DAY_MS = 24 * 3600_000;

/** Typical searches in the log, and a page of it. */
const looks: [string, string][] = [
  ['все', ''],
  ['позиция', 'item=77'],
  ['человек', 'user=1'],
  ['причина', 'reason=waste'],
  ['день', `from=${new Date(Date.now() - DAY_MS).toISOString().slice(0, 10)}`],
];

/** Inserts half a year of a tenant that makes a change every 15 seconds. */
async function fill(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1 });
  await db.raw(`insert into items (name, search_name, unit) select 'Позиция ' || n, 'позиция ' || n, 'л'
                  from generate_series(1, 10000) n`);
  await db.raw(
    `insert into changes (id, item_id, user_id, delta, before, after, method, given, source, entry, reason, at)
     select gen_random_uuid(), 1 + n * 7919 % 10000, 1 + n % 20, -0.1, 1, 0.9, 'delta', -0.1, 'web', 'typed',
            case when n % 50 = 0 then 'waste' end, now() - (:changes - n) * interval '15 seconds'
       from generate_series(1::bigint, :changes) n`,
    { changes: CHANGES },
  );
  await db.raw('vacuum analyze');
  await db.destroy();
}

/** Pages of a long log over HTTP, beside a response that reads nothing. */
export async function bench(): Promise<Row[]> {
  const tenant = await startTenantProcess();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = (path: string) => time(Array.from({ length: QUERIES }, () => () => get(agent, tenant, path)));
  try {
    await fill(tenant.databaseUrl);
    const floor = await times('/healthz');
    const rows: Row[] = [];
    for (const [name, filter] of looks) {
      rows.push(...rowsOf(`Журнал в 1 000 000: ${name}`, await times(`/api/changes?${filter}`), MAX_PAGE_MS, floor));
    }
    return rows;
  } finally {
    agent.destroy();
    await tenant.stop();
  }
}
