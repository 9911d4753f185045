import { flag, integer, listOf, number, oneOf, record, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { diskUsageQuerySchema } from './diagnostics.ts';
import { operationSchema } from './operations.endpoints.ts';

const suiteSchema = yup.object({
  name: text(),
  title: text(),
  tests: listOf(yup.object({ name: text(), description: text(), purpose: text() })),
});
export type TestSuite = yup.InferType<typeof suiteSchema>;

const resultSchema = yup.object({
  name: text(),
  status: oneOf(['passed', 'failed', 'warning']),
  /** In milliseconds. */
  duration: integer(),
  description: text(),
  purpose: text(),
  message: text(),
  warning: text().optional(),
  error: text().optional(),
  details: record().optional(),
});
export type TestResult = yup.InferType<typeof resultSchema>;

const runSchema = yup.object({
  suite: text(),
  results: listOf(resultSchema),
  summary: yup.object({ passed: integer(), failed: integer(), warnings: integer(), totalDuration: integer() }),
});
export type TestRun = yup.InferType<typeof runSchema>;

const statsSchema = yup.object({
  platform: yup.object({
    users: yup.object({ total: integer(), active: integer() }),
    tenants: yup.object({ total: integer(), active: integer() }),
    /** `mrr` is in roubles a month. */
    subscriptions: yup.object({ active: integer(), mrr: number() }),
  }),
  /** `verifiedProducts` counts aliases with both the empty and the full weight. */
  catalog: yup.object({
    totalProducts: integer(),
    verifiedProducts: integer(),
    categoriesCount: integer(),
    brandsCount: integer(),
  }),
  /** The resources of the present host; a host without images, networks or volumes reports none. */
  docker: yup.object({
    containers: yup.object({ total: integer(), running: integer() }),
    images: yup.object({ total: integer() }),
    networks: yup.object({ total: integer() }),
    volumes: yup.object({ total: integer() }),
  }),
  database: yup.object({
    postgresql: yup.object({ connected: flag(), sizeFormatted: text() }),
    /** The connections of this process: how many are open, and how many it may open. */
    pool: yup.object({ total: integer(), max: integer() }),
  }),
});
export type PlatformStats = yup.InferType<typeof statsSchema>;

const namedSizeSchema = yup.object({ name: text(), formatted: text(), bytes: integer() });
export type NamedSize = yup.InferType<typeof namedSizeSchema>;

/** Lists hold the five largest. */
const diskSchema = yup.object({
  /** Everything that belongs to the project. */
  totalFormatted: text(),
  /** The disk it is on; always current. */
  disk: yup.object({ totalFormatted: text(), freeFormatted: text(), usedPercent: number() }),
  dockerImages: yup.object({ totalFormatted: text(), images: listOf(yup.object({ name: text(), size: text() })) }),
  sourceCode: yup.object({ totalFormatted: text(), breakdown: listOf(namedSizeSchema) }),
  /** The files and database of each tenant. */
  tenantVolumes: yup.object({
    totalFormatted: text(),
    tenants: listOf(yup.object({ tenantId: text(), subdomain: text().nullable(), totalFormatted: text() })),
  }),
  postgresDb: yup.object({ totalFormatted: text(), tables: listOf(namedSizeSchema) }),
  /** Formatted sizes. */
  logs: yup.object({ totalFormatted: text(), controlPlane: text(), tenants: text() }),
  uploads: yup.object({ totalFormatted: text() }),
  backups: yup.object({ totalFormatted: text() }),
  recommendations: listOf(yup.object({ level: oneOf(['warning', 'info', 'success']), message: text() })),
  /** False when something was too large to be measured in time; the figures are then partial. */
  complete: flag(),
  /** When the sizes were measured. */
  at: time(),
});
export type DiskReport = yup.InferType<typeof diskSchema>;

/** A finding about the installation's security: `message` says what is wrong, `advice` what to do. */
const findingSchema = yup.object({
  id: text(),
  /** An open installation does not start with an `unsafe` finding. */
  level: oneOf(['unsafe', 'warning']),
  message: text(),
  advice: text(),
});
export type Finding = yup.InferType<typeof findingSchema>;

/** No findings mean that all is well. */
const securitySchema = yup.object({ findings: listOf(findingSchema) });
export type SecurityReport = yup.InferType<typeof securitySchema>;

/** With `Prefer: respond-async` its answer is 202 with this operation alone. */
const operation = operationSchema.optional().default(undefined);

/**
 * The items of a run's operation are the checks, with the key `suite/number` and a TestResult as result.
 */
export const diagnosticsEndpoints = defineEndpoints({
  'GET /api/test/suites': {
    summary: 'The checks of the running system',
    access: 'admin',
    answer: yup.object({ suites: listOf(suiteSchema) }),
  },
  'POST /api/test/run': {
    summary: 'Run them all',
    access: 'admin',
    answer: yup.object({ runs: listOf(runSchema).optional(), operation }),
  },
  'POST /api/test/run/:suite': {
    summary: 'Run one group',
    access: 'admin',
    answer: runSchema.partial().shape({ operation }),
  },
  'GET /api/test/stats': { summary: 'What there is', access: 'admin', answer: yup.object({ stats: statsSchema }) },
  'GET /api/test/security': {
    summary: 'What of the installation is unsafe',
    access: 'admin',
    answer: securitySchema,
  },
  /** `fresh=1` measures anew instead of returning what was measured within the last minute. */
  'GET /api/test/disk-usage': {
    summary: 'What takes up the disk',
    access: 'admin',
    query: diskUsageQuerySchema,
    answer: yup.object({ disk: diskSchema }),
  },
});
