import { connect } from '@ostatok/kit/node/db.ts';
import { createDatabase } from '../support/postgres.ts';
import { insertBenchItems } from './bare-change.ts';
import { measure } from './change-client.ts';
import { startBareServer } from './change-floors.ts';
import type { Row } from './row.ts';
import { median } from './times.ts';

/** Changes per second that the bare server answered on the machine for which limits in milliseconds were set. */
const REFERENCE_RATE = 4505;
const ROUNDS = 5;
/** Beyond it, other work runs beside the benchmarks, and none of the figures tells anything. */
const MAX_SLOWDOWN = 3;

let measured: Promise<number> | undefined;

async function bareRate(): Promise<number> {
  const database = await createDatabase('tenant');
  const db = connect(database.url, { max: 1 });
  const server = await startBareServer(database.url);
  const target = { port: server.port, host: '127.0.0.1', token: '' };
  try {
    await db('users').insert({ username: 'boss', role: 'admin' });
    await insertBenchItems(db);
    await measure(target);
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push((await measure(target)).rate);
    return median(rates);
  } finally {
    await server.stop();
    await db.destroy();
    await database.drop();
  }
}

const rateOfThisMachine = (): Promise<number> => {
  measured ??= bareRate();
  return measured;
};

/**
 * How many times slower this machine is than the reference one, by the bare server of the same run; 1 on one as quick or
 * quicker. A limit in milliseconds of the processor is multiplied by it, else it would tell how fast the machine is.
 */
export async function slowdown(): Promise<number> {
  return Math.max(1, REFERENCE_RATE / (await rateOfThisMachine()));
}

/** What the other figures' limits were multiplied by, and the rate it comes from. */
export async function machineRows(): Promise<Row[]> {
  const rate = await rateOfThisMachine();
  const slower = await slowdown();
  return [
    {
      name: 'Эта машина: голый сервер',
      value: rate,
      unit: '1/с',
      floor: REFERENCE_RATE,
      ratio: rate / REFERENCE_RATE,
      ok: true,
    },
    { name: '… пределы времени умножены на', value: slower, unit: '', limit: MAX_SLOWDOWN, ok: slower <= MAX_SLOWDOWN },
  ];
}
