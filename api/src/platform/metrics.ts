import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { JobRuns } from './jobs.ts';
import { isLocalRequest, isLoopbackAddress } from './local-request.ts';

function measureJobs(registry: Registry, jobRuns: () => JobRuns[]): void {
  new Counter({
    name: 'ostatok_job_runs_total',
    help: 'Runs of periodic work in this process',
    labelNames: ['name', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, succeeded, failed } of jobRuns()) {
        this.inc({ name, outcome: 'succeeded' }, succeeded);
        this.inc({ name, outcome: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'ostatok_job_last_success_seconds',
    help: 'When periodic work last went well in this process, in seconds since 1970',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const { name, lastSuccessAt } of jobRuns()) {
        if (lastSuccessAt) this.set({ name }, lastSuccessAt.getTime() / 1000);
      }
    },
  });
  new Gauge({
    name: 'ostatok_job_last_run_seconds',
    help: 'When periodic work last ended in this process, well or not, in seconds since 1970',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const { name, lastEndAt } of jobRuns()) if (lastEndAt) this.set({ name }, lastEndAt.getTime() / 1000);
    },
  });
  new Gauge({
    name: 'ostatok_job_duration_seconds',
    help: 'How long the last run of periodic work took in this process',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const { name, lastMs } of jobRuns()) if (lastMs !== null) this.set({ name }, lastMs / 1000);
    },
  });
  new Gauge({
    name: 'ostatok_job_failing',
    help: 'Whether the last run of periodic work in this process failed',
    labelNames: ['name'],
    registers: [registry],
    collect() {
      for (const { name, error } of jobRuns()) this.set({ name }, error === null ? 0 : 1);
    },
  });
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Allows requests from this machine, and requests with the token where one is set. */
export function metricsGuard(token?: string): RequestHandler {
  const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
  return (req, _res, next) => {
    const brought = expected && timingSafeEqual(digestOf(req.get('authorization') ?? ''), expected);
    const atHome = isLoopbackAddress(req.socket.remoteAddress) && isLocalRequest(req);
    if (!brought && !atHome)
      throw new Unauthorized('metrics_closed', 'Показатели открыты только с этой машины или с METRICS_TOKEN');
    next();
  };
}

/** Registers counters over tallies that other modules keep. */
export function measureTallies(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  of: () => [string, number][],
): void {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset();
      for (const [key, count] of of()) this.inc({ [label]: key }, count);
    },
  });
}

export interface Measured {
  /** Registers Prometheus metrics of its own. */
  registerMetrics?: (registry: Registry) => void;
}

/** Creates the Prometheus metrics of the process, its requests, its periodic work and its modules. */
export function createMetrics({ jobRuns, modules }: { jobRuns: () => JobRuns[]; modules: Measured[] }) {
  const registry = new Registry();
  // the library's default, a hundred samples a second, would be most of what an idle platform does
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 1000 });
  const seconds = new Histogram({
    name: 'ostatok_http_seconds',
    help: 'Time to answer a request of the platform itself',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  measureJobs(registry, jobRuns);
  for (const { registerMetrics } of modules) registerMetrics?.(registry);
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
