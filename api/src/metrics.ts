import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus text: the process, its requests, its venues. */
export function createMetrics({ runningTenants }: { runningTenants: () => Promise<number> }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'ostatok_http_seconds',
    help: 'Time to answer a request of the platform itself',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'ostatok_tenants_running',
    help: 'Venues awake on this host',
    registers: [registry],
    async collect() {
      this.set(await runningTenants());
    },
  });
  const measure: RequestHandler = (req, res, next) => {
    const end = seconds.startTimer({ method: req.method });
    res.once('close', () => end({ status: String(res.statusCode) }));
    next();
  };
  const answer: RequestHandler = async (_req, res) => {
    res.type(registry.contentType).send(await registry.metrics());
  };
  return { measure, answer };
}
export type Metrics = ReturnType<typeof createMetrics>;
