import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { proportionalMegabytes } from './process-cpu.ts';
import type { Row } from './row.ts';
import { startTenantProcess } from './tenant-process.ts';

const MAX_RATIO = 2.5;

/** An idle tenant beside a bare Node, measured at the same moment. Works on Linux only. */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const tenant = await startTenantProcess({ signedIn: false });
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  try {
    await fetch(`${tenant.url}/healthz`);
    // Longer than unused database connections are kept.
    await sleep(12_000);
    const [value, floor] = await Promise.all([proportionalMegabytes(tenant.pid), proportionalMegabytes(bare.pid ?? 0)]);
    const ratio = value / floor;
    return [
      {
        name: 'Память простаивающего заведения',
        value,
        unit: 'МБ',
        limit: MAX_RATIO * floor,
        floor,
        ratio,
        ok: ratio <= MAX_RATIO,
      },
    ];
  } finally {
    bare.kill();
    await tenant.stop();
  }
}
