import { randomBytes } from 'node:crypto';
import { platformMigrations } from '../../../migrations/platform/list.ts';
import { createPasswords } from '../auth/passwords.ts';
import type { Backups } from '../backups/backups.service.ts';
import { adminSuite } from '../diagnostics/admin-suite.ts';
import { authSuite } from '../diagnostics/auth-suite.ts';
import { catalogSuite } from '../diagnostics/catalog-suite.ts';
import { databaseSuite } from '../diagnostics/database-suite.ts';
import { activeVenues, deleteOldProbeBots, deleteProbeBot, downVenues } from '../diagnostics/diagnostics.queries.ts';
import { createDiagnostics } from '../diagnostics/diagnostics.service.ts';
import { measureDisk } from '../diagnostics/disk-space.ts';
import { createDiskUsage } from '../diagnostics/disk-usage.service.ts';
import { hostSuite } from '../diagnostics/host-suite.ts';
import { createHttpProbe, type HttpProbe } from '../diagnostics/http-probe.ts';
import { ABANDONED_MS, createProbePeople, type ProbePeople } from '../diagnostics/probe-people.ts';
import { provisioningSuite } from '../diagnostics/provisioning-suite.ts';
import { createStats, type StatsOfPlatform } from '../diagnostics/stats.service.ts';
import type { Suite } from '../diagnostics/suite.ts';
import { venueHost } from '../tenants/addresses.ts';
import type { UpkeepOptions } from './upkeep-options.ts';

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
  { db, venues, addresses, sandbox }: UpkeepOptions,
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
    tenants: venues.tenants,
    hostOf: (subdomain) => venueHost(addresses, subdomain),
    withBot: sandbox && withBot,
    telegramAnswers: () => telegramAnswers(addresses.telegramApiRoot),
    tryDatabase: venues.databases.tryMaking,
    remainsOf: venues.databases.remainsOf,
  });
}

function createCatalogSuite({ administration }: UpkeepOptions, stats: StatsOfPlatform): Suite {
  const { catalogue, matching } = administration;
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

function createHostSuite(options: UpkeepOptions): Suite {
  const { db, venues, home } = options;
  const { host, runtime } = venues;
  return hostSuite({
    host,
    down: () => downVenues(db, 10_000),
    shouldRun: () => activeVenues(db, true, 10_000),
    sleeping: async () => (await activeVenues(db, false, 1))[0]?.id,
    wake: runtime.wake,
    stop: runtime.stop,
    home,
    measureDisk: options.measureDisk ?? measureDisk,
  });
}

/** Creates the checks of the running platform from all of its services. */
export function createDiagnosticsServices(options: UpkeepOptions, backups: Backups) {
  const { db, accounts, venues, administration, addresses, home, root, now = () => new Date() } = options;
  const http = createHttpProbe(() => addresses.platformUrl);
  const removeVenue: RemoveVenue = async (id) => {
    await venues.removal.removeAgain(id, now());
    await venues.removal.purge(id, now());
  };
  const people = createProbePeople({ db, accounts: accounts.accounts, passwords: createPasswords(), removeVenue });
  /** Removes what checks of dead processes have left, if it is older than this. */
  async function sweep(olderThanMs = ABANDONED_MS): Promise<void> {
    await people.sweep(olderThanMs);
    await venues.databases.dropTrials(olderThanMs);
    if (options.sandbox) await deleteOldProbeBots(db, olderThanMs);
  }
  const { overview, catalogue, operations } = administration;
  const stats = createStats({ db, overview, catalogue, host: venues.host });
  const disk = createDiskUsage({
    db,
    server: db,
    host: venues.host,
    home,
    root,
    backupDir: backups.files.root,
    livingVenues: async () => (await venues.databases.living()).map(({ id }) => id),
    backups: backups.health,
    hoursToWait: accounts.trustedClock.hoursToWait,
    measureDisk: options.measureDisk ?? measureDisk,
    now,
  });
  const suites = [
    databaseSuite(db, Object.keys(platformMigrations)),
    authSuite({ http, people }),
    createProvisioningSuite(options, { http, people, removeVenue, sweep }),
    createCatalogSuite(options, stats),
    adminSuite({ http, people }),
    createHostSuite(options),
  ];
  return {
    diagnostics: { ...createDiagnostics({ db, suites, operations, activity: accounts.activity, stats, disk }), sweep },
  };
}
