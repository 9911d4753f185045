import type { Registry } from 'prom-client';
import type { MeasureDisk } from './disk-space.ts';
import { measureSource } from './metric-sources.ts';

const FRESH_MS = 1000;

const gauges = {
  ostatok_disk_used_percent: { help: 'Used share of the disk of a folder', labelNames: ['folder'] },
  ostatok_disk_free_bytes: { help: 'Free space on the disk of a folder', labelNames: ['folder'] },
};

/** Registers the space on the disks of these folders, by what is in them; one that does not exist yet is left out. */
export function measureDisks(registry: Registry, folders: Record<string, string>, measure: MeasureDisk): void {
  measureSource(registry, {
    source: 'disks',
    gauges,
    freshMs: FRESH_MS,
    async read() {
      const measured = await Promise.all(
        Object.entries(folders).map(async ([folder, path]) => {
          const space = await measure(path).catch((error) => {
            if (error.code === 'ENOENT') return undefined;
            throw error;
          });
          return space ? [{ labels: { folder }, space }] : [];
        }),
      );
      const disks = measured.flat();
      return {
        ostatok_disk_used_percent: disks.map(({ labels, space }) => ({ labels, value: space.usedPercent })),
        ostatok_disk_free_bytes: disks.map(({ labels, space }) => ({ labels, value: space.free })),
      };
    },
  });
}
