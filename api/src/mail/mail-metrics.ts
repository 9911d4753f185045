import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Registry } from 'prom-client';
import { measureSource, type Sample } from '../platform/metric-sources.ts';
import { countWaiting } from './mail.queries.ts';

const FRESH_MS = 5000;

const gauges = {
  ostatok_letters_waiting: { help: 'Letters that are not sent yet', labelNames: ['kind'] },
  ostatok_letters_oldest_seconds: { help: 'How long the oldest of them has waited', labelNames: ['kind'] },
  ostatok_letters_failed: { help: 'Letters of the last day that were given up', labelNames: ['kind'] },
};

/** Registers the queue of letters: `service` are those that somebody waits for, `campaign` may take long. */
export function measureLetters(registry: Registry, { db, now }: { db: Knex; now: () => Date }): void {
  measureSource(registry, {
    source: 'letters',
    gauges,
    freshMs: FRESH_MS,
    async read() {
      const kinds = await countWaiting(db, now());
      const samples = (of: (counted: (typeof kinds)[number]) => number): Sample[] =>
        kinds.map((counted) => ({ labels: { kind: counted.kind }, value: of(counted) }));
      return {
        ostatok_letters_waiting: samples(({ waiting }) => waiting),
        ostatok_letters_oldest_seconds: samples(({ oldest }) => oldest),
        ostatok_letters_failed: samples(({ failed }) => failed),
      };
    },
  });
}
