import type { RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Measures the milliseconds of one event loop iteration, only when it is read, so that an idle tenant sleeps. */
const measureLag = (): Promise<number> => {
  const asked = performance.now();
  return new Promise((resolve) => setImmediate(() => resolve(performance.now() - asked)));
};

export function createMetrics({ openSockets }: { openSockets: () => number }) {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers,
  });
  const applied = new Counter({
    name: 'changes_applied_total',
    help: 'Changes written to the log',
    labelNames: ['source'],
    registers,
  });
  new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'Wait of one turn of the event loop',
    registers,
    async collect() {
      this.set((await measureLag()) / 1000);
    },
  });
  new Gauge({
    name: 'open_sockets',
    help: 'Connected panels and bridges',
    registers,
    collect() {
      this.set(openSockets());
    },
  });
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Resident memory',
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });

  const measure: RequestHandler = (req, res, next) => {
    const end = requests.startTimer();
    res.on('finish', () => {
      // The label is the route's pattern and not the address, because the number of addresses is unlimited.
      const route = req.route ? `${req.baseUrl}${req.route.path}` : 'other';
      end({ method: req.method, route, status: res.statusCode });
    });
    next();
  };

  return { measure, applied, text: () => registry.metrics(), contentType: registry.contentType };
}
export type Metrics = ReturnType<typeof createMetrics>;
