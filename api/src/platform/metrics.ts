import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthorized } from '@ostatok/kit/node/errors.ts';
import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLocalRequest, isLoopbackAddress } from '../ingress/local-request.ts';
import type { JobRuns } from './jobs.ts';

function measureJobs(registers: Registry[], jobRuns: () => JobRuns[]): void {
  new Counter({
    name: 'ostatok_job_runs_total',
    help: 'Runs of periodic work in this process',
    labelNames: ['job', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const { name, succeeded, failed } of jobRuns()) {
        this.inc({ job: name, outcome: 'succeeded' }, succeeded);
        this.inc({ job: name, outcome: 'failed' }, failed);
      }
    },
  });
  new Gauge({
    name: 'ostatok_job_last_success_seconds',
    help: 'When periodic work last went well in this process, in seconds since 1970',
    labelNames: ['job'],
    registers,
    collect() {
      for (const { name, lastSuccessAt } of jobRuns()) {
        if (lastSuccessAt) this.set({ job: name }, lastSuccessAt.getTime() / 1000);
      }
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
function measureTallies(
  registers: Registry[],
  name: string,
  help: string,
  label: string,
  of: () => [string, number][],
) {
  new Counter({
    name,
    help,
    labelNames: [label],
    registers,
    collect() {
      this.reset();
      for (const [key, count] of of()) this.inc({ [label]: key }, count);
    },
  });
}

/** Creates the Prometheus metrics of the process, its requests, its tenants and its periodic work. */
export function createMetrics({
  runningTenants,
  jobRuns,
  security,
}: {
  runningTenants: () => Promise<number>;
  jobRuns: () => JobRuns[];
  /** How often each event and each alarm of the security log happened in this process. */
  security: { events: () => [string, number][]; alarms: () => [string, number][] };
}) {
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
  new Gauge({
    name: 'ostatok_tenants_running',
    help: 'Venues awake on this host',
    registers: [registry],
    async collect() {
      this.set(await runningTenants());
    },
  });
  measureJobs([registry], jobRuns);
  measureTallies([registry], 'ostatok_security_events_total', 'Security events', 'event', security.events);
  measureTallies([registry], 'ostatok_security_alarms_total', 'Security alarms raised', 'pattern', security.alarms);
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
