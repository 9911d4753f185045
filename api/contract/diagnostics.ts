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
  /** Milliseconds. */
  duration: number;
  description: string;
  purpose: string;
  message: string;
  warning?: string;
  error?: string;
  details?: Record<string, unknown>;
}

/**
 * POST /test/run/:suite → {success, suite, results, summary}; POST /test/run → {success, runs: TestRun[]}. With `Prefer:
 * respond-async` both answer 202 {success, operation}; its items are the checks, key `suite/number`, result TestResult.
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
    /** mrr: roubles a month. */
    subscriptions: { active: number; mrr: number };
  };
  /** verifiedProducts: both the empty and the full weight are known. */
  catalog: { totalProducts: number; verifiedProducts: number; categoriesCount: number; brandsCount: number };
  /** What the present host has; one without images, networks or volumes has none. */
  docker: {
    containers: { total: number; running: number };
    images: { total: number };
    networks: { total: number };
    volumes: { total: number };
  };
  database: {
    postgresql: { connected: boolean; sizeFormatted: string };
    /** Connections of this process: open, and how many it may open. */
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
 * GET /test/disk-usage → {success, disk: DiskReport}; lists hold the five largest. `?fresh=1` looks anew instead of
 * answering what was seen within the last minute; `disk` itself is always of now.
 */
export interface DiskReport {
  /** All that belongs to the project, and the disk it is on. */
  totalFormatted: string;
  disk: { totalFormatted: string; freeFormatted: string; usedPercent: number };
  dockerImages: { totalFormatted: string; images: { name: string; size: string }[] };
  sourceCode: { totalFormatted: string; breakdown: NamedSize[] };
  /** Files and database of each venue. */
  tenantVolumes: {
    totalFormatted: string;
    tenants: { tenantId: string; subdomain: string | null; totalFormatted: string }[];
  };
  postgresDb: { totalFormatted: string; tables: NamedSize[] };
  /** Sizes in words. */
  logs: { totalFormatted: string; controlPlane: string; tenants: string };
  uploads: { totalFormatted: string };
  backups: { totalFormatted: string };
  recommendations: { level: AdviceLevel; message: string }[];
  /** false: something was too large to be counted in time, the figures are what was counted until then. */
  complete: boolean;
  /** When the sizes were looked at. */
  at: string;
}
