import type { Registry } from 'prom-client';
import type { Routes } from '../access/mounted.routes.ts';
import type { PeriodicJob, Watch } from '../platform/jobs.ts';

/** What a slice gives the platform beside its services. */
export interface Module {
  routes?: Routes[];
  /** Routes that read the bodies of requests themselves; they are mounted before bodies are parsed. */
  unparsedRoutes?: Routes[];
  jobs?: PeriodicJob[];
  watches?: Watch[];
  /** Registers the slice's Prometheus metrics. */
  registerMetrics?: (registry: Registry) => void;
}
