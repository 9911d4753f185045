import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@ostatok/kit/node/db.ts';
import { slowdown } from './machine.ts';
import { openVenue, startPlatformProcess } from './platform-process.ts';
import { cpuOf, cpuOfFamily, postgresPid, proportionalMegabytes } from './process-cpu.ts';
import type { Row } from './row.ts';

/**
 * By then the work after the start is over, including V8's last garbage collection, and jobs that run each minute have
 * their usual rate.
 */
const SETTLE_MS = 120_000;
const WATCH_MS = 180_000;
/** The limit on the reference machine. */
const MAX_SHARE = 0.3;
const MAX_MEGABYTES = 90;

/** The processor and memory use of the platform with one unused tenant. Works on Linux only. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const platform = await startPlatformProcess();
  const db = connect(platform.databaseUrl, { min: 1, max: 1 });
  try {
    await openVenue(platform);
    const postgres = await postgresPid(db);
    await sleep(SETTLE_MS);
    const read = () => Promise.all([cpuOf(platform.pid), cpuOfFamily(postgres)]);
    const [before, from] = [await read(), performance.now()];
    await sleep(WATCH_MS);
    const [after, ms] = [await read(), performance.now() - from];
    const share = (place: 0 | 1): number => (100 * (after[place] - before[place])) / ms;
    const maxShare = MAX_SHARE * (await slowdown());
    const megabytes = await proportionalMegabytes(platform.pid);
    return [
      {
        name: 'Платформа без дела: процессора',
        value: share(0),
        unit: '% ядра',
        limit: maxShare,
        ok: share(0) <= maxShare,
      },
      { name: '… и PostgreSQL для неё', value: share(1), unit: '% ядра', ok: true },
      {
        name: 'Память платформы без дела',
        value: megabytes,
        unit: 'МБ',
        limit: MAX_MEGABYTES,
        ok: megabytes <= MAX_MEGABYTES,
      },
    ];
  } finally {
    await db.destroy();
    await platform.stop();
  }
}
