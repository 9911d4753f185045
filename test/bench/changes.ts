import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { insertBenchItems } from './bare-change.ts';
import { CLIENTS, LOAD, measure } from './change-client.ts';
import {
  pgbenchPerSecond,
  startBareHop,
  startBareServer,
  statementsPerSecond,
  transactionsPerSecond,
} from './change-floors.ts';
import { slowdown } from './machine.ts';
import { openVenue, type PlatformVenue, startPlatformProcess } from './platform-process.ts';
import { cpuOf, cpuOfFamily, postgresPid } from './process-cpu.ts';
import type { Row } from './row.ts';
import { median } from './times.ts';

const ROUNDS = 3;
/** The required share of the rate of a bare server behind a bare proxy. */
const MIN_RATIO = 0.4;
/** The limit on the reference machine. */
const MAX_VENUE_MS = 0.5;

/** The measurements under each name, round by round. */
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

/** The subjects alternate, so that a slow minute of the machine affects all of them. */
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

function rowsOf(figures: Figures, slower: number): Row[] {
  const perSecond = (name: string): Row => ({
    name: `Предел: ${name}`,
    value: figures.of(name),
    unit: '1/с',
    ok: true,
  });
  const floors = ['pgbench, один оператор', 'pgbench, транзакция', 'один оператор', 'транзакция', 'голый сервер'];
  const [value, floor] = [figures.of('наши'), figures.of('голый сервер за прокси')];
  // a floor slower than what is built upon it would be invalid
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
    cpu('заведение', MAX_VENUE_MS * slower),
    ...['платформа', 'PostgreSQL', 'клиент', 'голый сервер', 'голый прокси'].map((name) => cpu(name)),
  ];
}

/**
 * Changes over HTTP through the ingress, beside a bare server behind a bare proxy that writes the same to the same
 * database.
 */
export async function bench(): Promise<Row[]> {
  const platform = await startPlatformProcess();
  try {
    const venue = await openVenue(platform);
    const db = connect(venue.databaseUrl, { min: 1, max: 1 });
    await insertBenchItems(db);
    try {
      return rowsOf(await takeRounds(venue, platform, db), await slowdown());
    } finally {
      await db.destroy();
    }
  } finally {
    await platform.stop();
  }
}
