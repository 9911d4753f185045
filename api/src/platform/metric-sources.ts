import { Counter, Gauge, type Registry } from 'prom-client';

export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

interface MetricSource<Name extends string> {
  /** What is read, for whoever must learn that it could not be. */
  source: string;
  gauges: Record<Name, { help: string; labelNames?: string[] }>;
  /** Reads the values of all gauges at once. */
  read: () => Promise<Partial<Record<Name, Sample[]>>>;
  /** How long the values are kept, so that frequent scrapes cost nothing. */
  freshMs: number;
}

/** Less than a scrape waits: a database that hangs takes only its own values from the answer. */
const LIMIT_MS = 3000;

const sources = new WeakMap<Registry, Map<string, () => Promise<unknown>>>();

/** Caches the result; callers at the same time share one reading, so that readings cannot pile up. */
function cached<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let known: { at: number; found: T } | undefined;
  let reading: Promise<T> | undefined;
  async function readNow(): Promise<T> {
    try {
      const found = await read();
      known = { at: performance.now(), found };
      return found;
    } finally {
      reading = undefined;
    }
  }
  return () => {
    if (known && performance.now() - known.at < freshMs) return Promise.resolve(known.found);
    reading ??= readNow();
    return reading;
  };
}

async function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not read in time')), LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function sourcesOf(registry: Registry): Map<string, () => Promise<unknown>> {
  const known = sources.get(registry);
  if (known) return known;
  const all = new Map<string, () => Promise<unknown>>();
  sources.set(registry, all);
  new Gauge({
    name: 'ostatok_metrics_unread',
    help: 'Whether the metrics of a source are missing, because it could not be read',
    labelNames: ['source'],
    registers: [registry],
    async collect() {
      const outcomes = await Promise.allSettled([...all.values()].map((read) => read()));
      for (const [at, source] of [...all.keys()].entries())
        this.set({ source }, outcomes[at]?.status === 'fulfilled' ? 0 : 1);
    },
  });
  return all;
}

/**
 * Registers gauges (and counters, whose names end in `_total`) whose values are read together. When they can't be read, they are absent from the answer, the others
 * are not, and `ostatok_metrics_unread` tells it.
 */
export function measureSource<Name extends string>(
  registry: Registry,
  { source, gauges, read, freshMs }: MetricSource<Name>,
): void {
  const latest = cached(read, freshMs);
  const readInTime = (): ReturnType<typeof read> => withinLimit(latest());
  sourcesOf(registry).set(source, readInTime);
  for (const [name, { help, labelNames = [] }] of Object.entries(gauges) as [Name, (typeof gauges)[Name]][]) {
    const Kind = name.endsWith('_total') ? Counter : Gauge;
    new Kind({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect(this: Counter | Gauge) {
        const found = await readInTime().catch(() => undefined);
        this.reset();
        // a gauge that was reset counts as zero, which is not known
        if (labelNames.length === 0 && !found?.[name]) this.remove();
        for (const { labels = {}, value } of found?.[name] ?? []) this.inc(labels, value);
      },
    });
  }
}
