import { Agent } from 'node:http';
import { connect } from '@ostatok/kit/node/db.ts';
import { barNames } from './bar-names.ts';
import { slowdown } from './machine.ts';
import { cpuOf, cpuOfFamily, postgresPid } from './process-cpu.ts';
import type { Row } from './row.ts';
import { startTenantProcess, type TenantProcess } from './tenant-process.ts';
import { get } from './times.ts';

const ITEMS = 2_000;
const CLIENTS = 8;
const LISTS = 3_000;
/** The limit on the reference machine. */
const MAX_VENUE_MS = 0.7;
const MAX_POSTGRES_MS = 0.3;

const codeOf = (place: number): string => String(4_600_000_000_000 + place);

async function fill(databaseUrl: string, names: string[]): Promise<number> {
  const db = connect(databaseUrl, { max: 1 });
  await db.raw(
    `insert into items (name, search_name, unit, ean)
     select name, lower(replace(name, 'ё', 'е')), 'л', (4600000000000 + n)::text
       from unnest(?::text[]) with ordinality as given(name, n)`,
    [names],
  );
  await db.raw('analyze items');
  const postgres = await postgresPid(db);
  await db.destroy();
  return postgres;
}

/** Milliseconds of processor time for one list, in the tenant and in PostgreSQL. */
async function measure(
  tenant: TenantProcess,
  postgres: number,
  pathOf: (turn: number) => string,
): Promise<[number, number]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const read = () => Promise.all([cpuOf(tenant.pid), cpuOfFamily(postgres)]);
  const ask = async (lists: number): Promise<void> => {
    let turn = 0;
    const client = async (): Promise<void> => {
      while (turn < lists) {
        turn += 1;
        await get(agent, tenant, pathOf(turn));
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  };
  await ask(LISTS / 3);
  const [venueBefore, postgresBefore] = await read();
  await ask(LISTS);
  const [venue, database] = await read();
  agent.destroy();
  return [(venue - venueBefore) / LISTS, (database - postgresBefore) / LISTS];
}

/** The processor time of a list, beside a response that needs one trivial query. */
export async function bench(): Promise<Row[]> {
  const names = barNames(ITEMS);
  const tenant = await startTenantProcess();
  const place = (turn: number): number => (turn * 83) % ITEMS;
  const lists: [string, (turn: number) => string][] = [
    ['по названию', (turn) => `/api/items?search=${encodeURIComponent(names[place(turn)] ?? '')}`],
    ['по штрихкоду', (turn) => `/api/items?search=${codeOf(1 + place(turn))}`],
    ['страница', () => '/api/items?limit=50'],
  ];
  try {
    const postgres = await fill(tenant.databaseUrl, names);
    const [venueFloor, postgresFloor] = await measure(tenant, postgres, () => '/healthz');
    const slower = await slowdown();
    const rows: Row[] = [];
    for (const [name, pathOf] of lists) {
      const [venue, database] = await measure(tenant, postgres, pathOf);
      const row = (where: string, value: number, floor: number, limit: number): Row => ({
        name: `Процессора на список ${name}: ${where}`,
        value,
        unit: 'мс',
        ...(name === 'страница' ? { ok: true } : { limit, ok: value <= limit }),
        floor,
        ratio: value / floor,
      });
      rows.push(row('заведение', venue, venueFloor, MAX_VENUE_MS * slower));
      rows.push(row('PostgreSQL', database, postgresFloor, MAX_POSTGRES_MS * slower));
    }
    return rows;
  } finally {
    await tenant.stop();
  }
}
