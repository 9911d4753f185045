import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { anyItem, ITEMS } from './bare-change.ts';
import {
  type Load,
  pgbenchPerSecond,
  startBareHop,
  startBareServer,
  statementsPerSecond,
  transactionsPerSecond,
} from './change-floors.ts';
import { openVenue, type PlatformVenue, startPlatformProcess } from './platform-process.ts';
import { cpuOf, cpuOfFamily, postgresPid } from './process-cpu.ts';
import type { Row } from './row.ts';

const CLIENTS = 8;
const ROUNDS = 3;
const LOAD: Load = { clients: CLIENTS, seconds: 3 };
/** Of what a bare server behind a bare hop does. */
const MIN_RATIO = 0.4;
const MAX_VENUE_MS = 0.5;

interface Target {
  port: number;
  host: string;
  token: string;
}

function postChange(agent: Agent, { port, host, token }: Target): Promise<void> {
  const change = { id: randomUUID(), itemId: anyItem(), delta: 0.001, source: 'web' };
  const body = JSON.stringify({ changes: [change] });
  const headers = {
    host,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    const to = { host: '127.0.0.1', port, path: '/api/changes', agent, method: 'POST', headers };
    const req = request(to, (res) => {
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

/** Milliseconds of the processor so far, of each process by name. */
type Processors = Record<string, () => Promise<number>>;

async function readAll(processors: Processors): Promise<[string, number][]> {
  return Promise.all(
    Object.entries(processors).map(async ([name, read]): Promise<[string, number]> => [name, await read()]),
  );
}

/** How many changes a second the clients get answered, and what one of them takes of each processor. */
async function measure(target: Target, processors: Processors): Promise<{ rate: number; cpu: Map<string, number> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const before = new Map(await readAll(processors));
  const started = performance.now();
  let applied = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() < started + LOAD.seconds * 1000; applied += 1) await postChange(agent, target);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  const rate = (applied * 1000) / (performance.now() - started);
  const after = await readAll(processors);
  agent.destroy();
  return { rate, cpu: new Map(after.map(([name, ms]) => [name, (ms - (before.get(name) ?? 0)) / applied])) };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** What was measured under each name, round by round. */
function createFigures() {
  const all = new Map<string, number[]>();
  return {
    add: (name: string, value: number | undefined): void => {
      if (value !== undefined) all.set(name, [...(all.get(name) ?? []), value]);
    },
    of: (name: string): number => median(all.get(name) ?? []),
    has: (name: string): boolean => all.has(name),
  };
}
type Figures = ReturnType<typeof createFigures>;

/** In turns, so that a slow minute of the machine falls on all. */
async function takeRounds(venue: PlatformVenue, platform: { port: number; pid: number }, db: Knex): Promise<Figures> {
  const { databaseUrl } = venue;
  const bare = await startBareServer(databaseUrl);
  const hop = await startBareHop(bare);
  const postgres = await postgresPid(db);
  const ours = { port: platform.port, host: venue.host, token: venue.token };
  const ownCpu = { клиент: async () => process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 };
  const processors = {
    заведение: () => cpuOf(venue.pid),
    платформа: () => cpuOf(platform.pid),
    PostgreSQL: () => cpuOfFamily(postgres),
    ...ownCpu,
  };
  const bareProcessors = { 'голый сервер': () => cpuOf(bare.pid), 'голый прокси': () => cpuOf(hop.pid) };
  const figures = createFigures();
  try {
    for (const warm of [ours, { ...ours, port: hop.port }]) await measure(warm, {});
    for (let round = 0; round < ROUNDS; round += 1) {
      figures.add('pgbench, один оператор', await pgbenchPerSecond(databaseUrl, LOAD, 'statement'));
      figures.add('pgbench, транзакция', await pgbenchPerSecond(databaseUrl, LOAD, 'transaction'));
      figures.add('один оператор', await statementsPerSecond(databaseUrl, LOAD));
      figures.add('транзакция', await transactionsPerSecond(databaseUrl, LOAD));
      figures.add('голый сервер', (await measure({ ...ours, port: bare.port }, {})).rate);
      const floor = await measure({ ...ours, port: hop.port }, bareProcessors);
      figures.add('голый сервер за прокси', floor.rate);
      for (const [name, ms] of floor.cpu) figures.add(`процессор: ${name}`, ms);
      const { rate, cpu } = await measure(ours, processors);
      figures.add('наши', rate);
      for (const [name, ms] of cpu) figures.add(`процессор: ${name}`, ms);
    }
  } finally {
    await hop.stop();
    await bare.stop();
  }
  return figures;
}

function rowsOf(figures: Figures): Row[] {
  const perSecond = (name: string): Row => ({
    name: `Предел: ${name}`,
    value: figures.of(name),
    unit: '1/с',
    ok: true,
  });
  const floors = ['pgbench, один оператор', 'pgbench, транзакция', 'один оператор', 'транзакция', 'голый сервер'];
  const [value, floor] = [figures.of('наши'), figures.of('голый сервер за прокси')];
  // a floor that is slower than what stands upon it is no floor
  const inOrder = figures.of('один оператор') >= figures.of('голый сервер') && figures.of('голый сервер') >= floor;
  const cpu = (name: string, limit?: number): Row => {
    const ms = figures.of(`процессор: ${name}`);
    return {
      name: `Процессора на изменение: ${name}`,
      value: ms,
      unit: 'мс',
      limit,
      ok: limit === undefined || ms <= limit,
    };
  };
  return [
    ...floors.filter(figures.has).map(perSecond),
    { ...perSecond('голый сервер за прокси'), ok: inOrder },
    {
      name: `Изменений в секунду, ${CLIENTS} клиентов через вход`,
      value,
      unit: '1/с',
      limit: MIN_RATIO * floor,
      floor,
      ratio: value / floor,
      ok: value >= MIN_RATIO * floor,
    },
    cpu('заведение', MAX_VENUE_MS),
    ...['платформа', 'PostgreSQL', 'клиент', 'голый сервер', 'голый прокси'].map((name) => cpu(name)),
  ];
}

/** Changes over HTTP through the ingress, beside a bare server behind a bare proxy that writes the same on the same database. */
export async function bench(): Promise<Row[]> {
  const platform = await startPlatformProcess();
  try {
    const venue = await openVenue(platform);
    const db = connect(venue.databaseUrl, { min: 1, max: 1 });
    const names = Array.from({ length: ITEMS }, (_, index) => `позиция ${index + 1}`);
    await db('items').insert(names.map((name) => ({ name, search_name: name, unit: 'л' })));
    try {
      return rowsOf(await takeRounds(venue, platform, db));
    } finally {
      await db.destroy();
    }
  } finally {
    await platform.stop();
  }
}
