import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentMegabytes } from './process-cpu.ts';
import type { Row } from './row.ts';
import { startTenantProcess } from './tenant-process.ts';

const MAX_RATIO = 2;

/**
 * An idle tenant beside a bare Node, each as if it were the only one: what both map is counted for both, so the ratio does
 * not depend on what else runs here. Works on Linux only.
 */
export async function bench(): Promise<Row[]> {
  if (process.platform !== 'linux') return [];
  const tenant = await startTenantProcess({ signedIn: false });
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
  try {
    await fetch(`${tenant.url}/healthz`);
    // Longer than unused database connections are kept.
    await sleep(12_000);
    const [value, floor] = await Promise.all([residentMegabytes(tenant.pid), residentMegabytes(bare.pid ?? 0)]);
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
