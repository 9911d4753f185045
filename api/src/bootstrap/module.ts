import type { Routes } from '../access/mounted.routes.ts';
import type { PeriodicJob, Watch } from '../platform/jobs.ts';
import type { Measured } from '../platform/metrics.ts';

/** What a slice gives the platform beside its services. */
export interface Module extends Measured {
  routes?: Routes[];
  /** Routes that read the bodies of requests themselves; they are mounted before bodies are parsed. */
  unparsedRoutes?: Routes[];
  jobs?: PeriodicJob[];
  watches?: Watch[];
}
