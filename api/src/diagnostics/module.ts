import { randomBytes } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { platformMigrations } from '../../../migrations/platform/list.ts';
import type { Accounts } from '../account/account.service.ts';
import type { Activity } from '../activity/activity.service.ts';
import { createPasswords } from '../auth/passwords.ts';
import type { Backups } from '../backups/backups.service.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Hardening } from '../hardening/hardening.service.ts';
import type { Host } from '../hosting/host.ts';
import type { Matching } from '../matching/matching.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import type { Overview } from '../overview/overview.service.ts';
import { type Addresses, venueHost } from '../platform/addresses.ts';
import type { MeasureDisk } from '../platform/disk-space.ts';
import type { Ordering } from '../provisioning/ordering.service.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';
import { createApiRoots } from '../telegram/api-roots.ts';
import type { VenueRemoval } from '../tenant-removal/removal.service.ts';
import type { VenueDatabases } from '../tenant-removal/tenant-databases.service.ts';
import type { Tenants } from '../tenants/tenants.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import { adminSuite } from './admin-suite.ts';
import { authSuite } from './auth-suite.ts';
import { catalogSuite } from './catalog-suite.ts';
import { databaseSuite } from './database-suite.ts';
import { activeVenues, deleteOldProbeBots, deleteProbeBot, downVenues } from './diagnostics.queries.ts';
import { diagnosticsRoutes } from './diagnostics.routes.ts';
import { createDiagnostics } from './diagnostics.service.ts';
import { createDiskUsage } from './disk-usage.service.ts';
import { hostSuite } from './host-suite.ts';
import { createHttpProbe, type HttpProbe } from './http-probe.ts';
import { ABANDONED_MS, createProbePeople, type ProbePeople } from './probe-people.ts';
import { provisioningSuite } from './provisioning-suite.ts';
import { createStats, type StatsOfPlatform } from './stats.service.ts';
import type { Suite } from './suite.ts';

interface DiagnosticsDeps {
  db: Knex;
  accounts: Accounts;
  ordering: Ordering;
  tenants: Tenants;
  databases: VenueDatabases;
  removal: VenueRemoval;
  host: Host;
  runtime: TenantRuntime;
  overview: Overview;
  catalogue: Catalogue;
  matching: Matching;
  operations: Operations;
  activity: Activity;
  trustedClock: TrustedClock;
  backups: Backups;
  hardening: Hardening;
  addresses: Addresses;
  /** Absent where the real Telegram is configured. */
  sandbox?: Sandbox | undefined;
  /** The installation's folder. */
  home: string;
  /** The project's folder. */
  root: string;
  measureDisk: MeasureDisk;
  now: () => Date;
}

const NEWEST = { sort: 'updated_at', order: 'desc', offset: 0, limit: 1 } as const;
const TELEGRAM_LIMIT_MS = 8000;

type RemoveVenue = (id: string) => Promise<void>;

/** Whether a Bot API answers at this address: it must refuse an invalid token the way the Bot API does. */
async function telegramAnswers(apiRoot: string): Promise<boolean> {
  const asked = fetch(`${apiRoot}/bot1:check/getMe`, { signal: AbortSignal.timeout(TELEGRAM_LIMIT_MS) });
  return asked
    .then((answer) => answer.json())
    .then(
      (answer: { ok?: unknown }) => answer.ok === false,
      () => false,
    );
}

function createProvisioningSuite(
  { db, ordering, tenants, databases, addresses, sandbox }: DiagnosticsDeps,
  parts: { http: HttpProbe; people: ProbePeople; removeVenue: RemoveVenue; sweep: () => Promise<void> },
): Suite {
  async function withBot<T>(work: (token: string) => Promise<T>): Promise<T> {
    const bot = await sandbox?.createBot('Проверка системы', `check_${randomBytes(8).toString('hex')}_bot`);
    if (!bot) throw new Error('Пробный бот не создан');
    try {
      return await work(bot.token);
    } finally {
      await deleteProbeBot(db, bot.id);
    }
  }
  return provisioningSuite({
    ...parts,
    tenants: { ...ordering, ...tenants },
    hostOf: (subdomain) => venueHost(addresses, subdomain),
    withBot: sandbox && withBot,
    telegramAnswers: () => telegramAnswers(createApiRoots(() => addresses.telegramApiRoots).current()),
    tryDatabase: databases.tryMaking,
    remainsOf: databases.remainsOf,
  });
}

function createCatalogSuite({ catalogue, matching }: DiagnosticsDeps, stats: StatsOfPlatform): Suite {
  return catalogSuite({
    newest: async () => (await catalogue.list(NEWEST, {})).aliases[0],
    lookup: catalogue.lookup,
    search: matching.search,
    async counts() {
      const { totalProducts, verifiedProducts, categoriesCount, brandsCount } = await stats.catalog();
      return { total: totalProducts, verified: verifiedProducts, categories: categoriesCount, brands: brandsCount };
    },
  });
}

function createHostSuite({ db, host, runtime, home, measureDisk }: DiagnosticsDeps): Suite {
  return hostSuite({
    host,
    down: () => downVenues(db, 10_000),
    shouldRun: () => activeVenues(db, true, 10_000),
    sleeping: async () => (await activeVenues(db, false, 1))[0]?.id,
    wake: runtime.wake,
    stop: runtime.stop,
    home,
    measureDisk,
  });
}

/** Checks of the running platform, its disk usage and its log. */
export function createDiagnosticsModule(deps: DiagnosticsDeps) {
  const { db, accounts, databases, removal, addresses, now } = deps;
  const http = createHttpProbe(() => addresses.platformUrl);
  const removeVenue: RemoveVenue = async (id) => {
    await removal.removeAgain(id, now());
    await removal.purge(id, now());
  };
  const people = createProbePeople({ db, accounts, passwords: createPasswords(), removeVenue });
  /** Removes what checks of dead processes have left, if it is older than this. */
  async function sweep(olderThanMs = ABANDONED_MS): Promise<void> {
    await people.sweep(olderThanMs);
    await databases.dropTrials(olderThanMs);
    if (deps.sandbox) await deleteOldProbeBots(db, olderThanMs);
  }
  const stats = createStats(deps);
  const disk = createDiskUsage({
    ...deps,
    server: db,
    backupDir: deps.backups.files.storage.folder,
    livingVenues: async () => (await databases.living()).map(({ id }) => id),
    backups: deps.backups.health,
    hoursToWait: deps.trustedClock.hoursToWait,
  });
  const suites = [
    databaseSuite(db, Object.keys(platformMigrations)),
    authSuite({ http, people }),
    createProvisioningSuite(deps, { http, people, removeVenue, sweep }),
    createCatalogSuite(deps, stats),
    adminSuite({ http, people }),
    createHostSuite(deps),
  ];
  const diagnostics = { ...createDiagnostics({ ...deps, suites, stats, disk }), sweep };
  return {
    services: { diagnostics },
    routes: [diagnosticsRoutes(diagnostics, deps.hardening)],
  };
}
