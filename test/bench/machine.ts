import { connect } from '@ostatok/kit/node/db.ts';
import { createDatabase } from '../support/database/postgres.ts';
import { insertBenchItems } from './bare-change.ts';
import { measure } from './change-client.ts';
import { startBareServer } from './change-floors.ts';
import type { Row } from './row.ts';
import { median } from './times.ts';

/** Changes per second of the bare server on the machine for which the limits in milliseconds were set. */
const REFERENCE_RATE = 4505;
const ROUNDS = 5;
/** Beyond this, other work is running beside the benchmarks, and no figure is meaningful. */
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
 * How many times slower this machine is than the reference one, by the bare server of the same run; 1 if it is not
 * slower. Limits of processor time are multiplied by it, so that they do not depend on the machine.
 */
export async function slowdown(): Promise<number> {
  return Math.max(1, REFERENCE_RATE / (await rateOfThisMachine()));
}

/** The factor by which the other figures' limits were multiplied, and the rate it comes from. */
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
