import type { Registry } from 'prom-client';
import { measureSource } from '../platform/metric-sources.ts';
import type { Seen } from './attention.service.ts';

/** Looking at the age of all backups is the dearest of it. */
const FRESH_MS = 30_000;

const gauges = {
  ostatok_attention: {
    help: 'What harms somebody now or soon, as administrators are alerted to it: how many things are affected',
    labelNames: ['trouble', 'level'],
  },
  ostatok_attention_unseen: { help: 'Subjects that could not be looked at' },
};

/** Registers the troubles that administrators are alerted to. */
export function measureAttention(registry: Registry, readUrgent: () => Promise<Seen>): void {
  measureSource(registry, {
    source: 'attention',
    gauges,
    freshMs: FRESH_MS,
    async read() {
      const { lines, unseen } = await readUrgent();
      const counts = new Map<string, { trouble: string; level: string; count: number }>();
      for (const { id, level, count } of lines) {
        const before = counts.get(`${id} ${level}`)?.count ?? 0;
        counts.set(`${id} ${level}`, { trouble: id, level, count: before + count });
      }
      return {
        ostatok_attention: [...counts.values()].map(({ count, ...labels }) => ({ labels, value: count })),
        ostatok_attention_unseen: [{ value: unseen.length }],
      };
    },
  });
}
