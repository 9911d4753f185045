export const suiteNames = ['database', 'auth', 'provisioning', 'catalog', 'admin', 'docker'] as const;

/** GET /test/suites → {suites: TestSuite[]} */
export interface TestSuite {
  name: string;
  title: string;
  tests: { name: string; description: string; purpose: string }[];
}
export interface TestResult {
  name: string;
  status: 'passed' | 'failed' | 'warning';
  /** In milliseconds. */
  duration: number;
  description: string;
  purpose: string;
  message: string;
  warning?: string;
  error?: string;
  details?: Record<string, unknown>;
}

/**
 * POST /test/run/:suite → {success, suite, results, summary}; POST /test/run → {success, runs: TestRun[]}. With
 * `Prefer: respond-async` both answer 202 {success, operation}; its items are the checks, with the key `suite/number`
 * and a TestResult as result.
 */
export interface TestRun {
  suite: string;
  results: TestResult[];
  summary: { passed: number; failed: number; warnings: number; totalDuration: number };
}

/** GET /test/stats → {success, stats: PlatformStats} */
export interface PlatformStats {
  platform: {
    users: { total: number; active: number };
    tenants: { total: number; active: number };
    /** `mrr` is in roubles a month. */
    subscriptions: { active: number; mrr: number };
  };
  /** `verifiedProducts` counts aliases with both the empty and the full weight. */
  catalog: { totalProducts: number; verifiedProducts: number; categoriesCount: number; brandsCount: number };
  /** The resources of the present host; a host without images, networks or volumes reports none. */
  docker: {
    containers: { total: number; running: number };
    images: { total: number };
    networks: { total: number };
    volumes: { total: number };
  };
  database: {
    postgresql: { connected: boolean; sizeFormatted: string };
    /** The connections of this process: how many are open, and how many it may open. */
    pool: { total: number; max: number };
  };
}

export interface NamedSize {
  name: string;
  formatted: string;
  bytes: number;
}

export type AdviceLevel = 'warning' | 'info' | 'success';

/**
 * GET /test/disk-usage → {success, disk: DiskReport}; lists hold the five largest. `?fresh=1` measures anew instead of
 * returning what was measured within the last minute; `disk` itself is always current.
 */
export interface DiskReport {
  /** Everything that belongs to the project, and the disk it is on. */
  totalFormatted: string;
  disk: { totalFormatted: string; freeFormatted: string; usedPercent: number };
  dockerImages: { totalFormatted: string; images: { name: string; size: string }[] };
  sourceCode: { totalFormatted: string; breakdown: NamedSize[] };
  /** The files and database of each tenant. */
  tenantVolumes: {
    totalFormatted: string;
    tenants: { tenantId: string; subdomain: string | null; totalFormatted: string }[];
  };
  postgresDb: { totalFormatted: string; tables: NamedSize[] };
  /** Formatted sizes. */
  logs: { totalFormatted: string; controlPlane: string; tenants: string };
  uploads: { totalFormatted: string };
  backups: { totalFormatted: string };
  recommendations: { level: AdviceLevel; message: string }[];
  /** False when something was too large to be measured in time; the figures are then partial. */
  complete: boolean;
  /** When the sizes were measured. */
  at: string;
}
