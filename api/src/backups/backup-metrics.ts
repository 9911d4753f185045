import type { Registry } from 'prom-client';
import { measureSource } from '../platform/metric-sources.ts';
import type { Backups } from './backups.service.ts';

const FRESH_MS = 60_000;

const gauges = {
  ostatok_backups_stale: { help: 'Databases without a backup of the last 36 hours' },
  ostatok_backups_failing: { help: 'Databases whose last backup failed' },
  ostatok_backups_unproven: { help: 'Databases of which no backup was restored for trial for over eight days' },
  ostatok_backup_oldest_seconds: {
    help: 'Age of the newest backup of the database that has the oldest one, or the age of one that has none',
  },
  ostatok_backup_proof_seconds: { help: 'How long ago a backup was last restored for trial; absent if never' },
};

/** Registers the age of backups and of their trials. */
export function measureBackups(registry: Registry, backups: Pick<Backups, 'health' | 'schedule'>): void {
  measureSource(registry, {
    source: 'backups',
    gauges,
    freshMs: FRESH_MS,
    async read() {
      const [health, ages] = await Promise.all([backups.health(), backups.schedule.ages()]);
      return {
        ostatok_backups_stale: [{ value: health.stale }],
        ostatok_backups_failing: [{ value: health.failing }],
        ostatok_backups_unproven: [{ value: health.unproven }],
        ostatok_backup_oldest_seconds: [{ value: ages.oldestSeconds }],
        ...(ages.proofSeconds !== null && { ostatok_backup_proof_seconds: [{ value: ages.proofSeconds }] }),
      };
    },
  });
}
