import { createLog } from '@ostatok/kit/node/log.ts';
import { createBleSource } from './ble/ble-source.ts';
import { BluetoothMissing, loadNoble } from './ble/noble.ts';
import { createBridge } from './bridge.ts';
import { type Config, readConfig } from './config.ts';
import { scaleModels } from './models/index.ts';
import { createSimulatedSource } from './simulated-source.ts';
import { createVenueSink } from './sink/venue-sink.ts';

const usage = `Мост Bluetooth-весов: передаёт вес в панель заведения.

  node scales-bridge/src/main.ts [--simulate[=граммы,…]]

Переменные: OSTATOK_VENUE_URL и OSTATOK_TOKEN (или OSTATOK_USERNAME и OSTATOK_PASSWORD).`;

function giveUp(message: string): never {
  console.error(message);
  process.exit(1);
}

function configOrUsage(): Config {
  try {
    return readConfig(process.env, process.argv.slice(2));
  } catch (error) {
    return giveUp(`${(error as Error).message}\n\n${usage}`);
  }
}

if (process.argv.includes('--help')) {
  console.log(usage);
  process.exit(0);
}
const { venueUrl, credentials, logLevel, simulate } = configOrUsage();
const log = createLog('scales-bridge', logLevel);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

const source = simulate ? createSimulatedSource(simulate) : createBleSource({ loadNoble, models: scaleModels, log });
const sink = createVenueSink({ venueUrl, credentials, log, onRefused: giveUp });
try {
  await createBridge({ source, sink, log }).run(stop.signal);
} catch (error) {
  if (error instanceof BluetoothMissing) giveUp(error.message);
  throw error;
}
// noble keeps its adapter open
process.exit(0);
