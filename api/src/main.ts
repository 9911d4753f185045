import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { createLifecycle, type Lifecycle } from '@ostatok/kit/node/lifecycle.ts';
import { createLog, type Logger } from '@ostatok/kit/node/log.ts';
import type { ServerPlace } from '@ostatok/kit/node/postgres-server.ts';
import { ClosedFolder } from '@ostatok/kit/node/system-users.ts';
import { ensureAdministrator, ensureDemoOwner, type FirstAccount } from './auth/first-accounts.ts';
import { type Platform, startPlatform } from './bootstrap/platform.ts';
import { takeSingleInstanceLock } from './bootstrap/single-instance-lock.ts';
import { type PlatformEnv, platformEnvSchema } from './config.ts';
import { fillDemoPlatform } from './demo/demo-platform.ts';
import { makeDemoVenue } from './demo/demo-venue.ts';
import { mailServerFindings } from './hardening/mail-server.ts';
import { requireSafeStart, UnsafeStart } from './hardening/start-findings.ts';
import { NoEngine } from './hosting/containers/engine.ts';
import { type Containers, prepareContainers } from './hosting/containers/prepare.ts';
import { createLogFile, type LogFile } from './hosting/log-file.ts';
import { type RootStart, startAsRoot } from './hosting/root-start.ts';
import { RootRefused } from './hosting/users.ts';
import { secretKeysOf } from './keys/secret-keys.ts';
import { ensureSecret, openDataDir } from './platform/data-dir.ts';
import { isLoopback } from './platform/local-request.ts';
import { tenantLimitsOf } from './settings.ts';

const root = join(import.meta.dirname, '../..');
const startedAs = process.getuid?.();
const say = (...lines: string[]): void => console.log(lines.join('\n'));

function readConfig(): PlatformEnv {
  try {
    return loadConfig(platformEnvSchema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

class AlreadyRunning extends Error {}

interface Database {
  databaseUrl: string;
  secretKey: string;
  previousKeys: string[];
  /** The place of the embedded PostgreSQL server. */
  place?: ServerPlace;
}

async function startEmbedded(
  config: PlatformEnv,
  home: string,
  asRoot: RootStart | undefined,
  { network }: Partial<Containers>,
  lifecycle: Lifecycle,
  log: Logger,
): Promise<Database> {
  const postgres = await startKeptPostgres({
    folder: join(home, 'postgres'),
    password: ensureSecret(home, 'postgres-password'),
    log: (line) => log.warn(line),
    hands: () => asRoot?.hands(),
    network,
  });
  const release = await takeSingleInstanceLock(postgres.url);
  if (!release) throw new AlreadyRunning();
  lifecycle.onStop('postgres', postgres.stop);
  lifecycle.onStop('claim', release);
  return { databaseUrl: postgres.url, place: postgres.place, ...secretKeysOf(config, home) };
}

/** Prepares to run as root. Root writes no log line on failure: the folder may belong to another user. */
async function prepareRoot(config: PlatformEnv, home: string): Promise<RootStart | undefined> {
  try {
    return await startAsRoot({
      user: config.OSTATOK_USER,
      home,
      root,
      backups: config.BACKUP_DIR,
      mostPerTenant: tenantLimitsOf(config),
      engine: config.HOSTING === 'process' ? undefined : config.DOCKER_HOST,
    });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Returns the tenants' launcher. When the spawner ends, no tenant can start any more, so the platform ends as well. */
function launcherOf(asRoot: RootStart, place: ServerPlace | undefined, lifecycle: Lifecycle, log: Logger) {
  const { launcher, ended } = asRoot.spawn(place);
  let stopping = false;
  lifecycle.onStop('spawner watch', () => {
    stopping = true;
  });
  void ended.then(() => {
    if (stopping) return;
    log.fatal('the spawner ended unasked');
    lifecycle.end(1);
  });
  return launcher;
}

const signIn = (who: string, { email, password }: FirstAccount, hint: string): string =>
  `  ${who.padEnd(16)}${email}${password ? `   пароль: ${password}` : `   (${hint})`}`;

/** Makes the demo tenant in the background. The marker is written when it is complete, so it is never made again. */
async function makeDemo(
  platform: Platform,
  { administratorId, ownerId }: { administratorId: number; ownerId: number },
  marker: string,
  log: Logger,
): Promise<void> {
  try {
    await fillDemoPlatform(platform, administratorId, ownerId);
    const { url, login, password } = await makeDemoVenue(platform, ownerId);
    writeFileSync(marker, '');
    say(`  Демо-заведение  ${url}   логин: ${login}   пароль: ${password}`, '');
  } catch (error) {
    log.error({ err: error }, 'demo venue not made');
    say('  Демо-заведение создать не удалось. Следующий запуск попробует снова', '');
  }
}

async function introduce(
  platform: Platform,
  administrator: FirstAccount,
  config: PlatformEnv,
  home: string,
  embedded: boolean,
  log: Logger,
): Promise<void> {
  const { publicUrl } = platform.addresses;
  const clients = { db: platform.db, accounts: platform.accounts.accounts };
  const shown = config.ADMIN_PASSWORD ? { ...administrator, password: null } : administrator;
  const hint = config.ADMIN_PASSWORD ? 'пароль задан в ADMIN_PASSWORD' : 'пароль был показан при первом запуске';
  say('', 'Остаток работает.', `  ${'Страницы'.padEnd(16)}${publicUrl}`);
  if (platform.sandbox) say(`  ${'Чат с ботом'.padEnd(16)}${publicUrl}/sandbox/chat`);
  if (platform.mailbox) say(`  ${'Письма'.padEnd(16)}${publicUrl}/sandbox/mail`);
  if ((platform.sandbox || platform.mailbox) && !isLoopback(config.HOST)) {
    say(
      '  Внимание: пробные чат и почта открыты всем, кто достаёт до этого адреса, а с ними и восстановление паролей.',
    );
    say('  Для работы задайте NODE_ENV=production');
  }
  say(signIn('Администратор', shown, hint));
  const marker = join(home, 'demo-made');
  const wanted = config.OSTATOK_DEMO ?? (embedded && platform.sandbox !== undefined);
  if (wanted && platform.sandbox && !existsSync(marker)) {
    const owner = await ensureDemoOwner(clients, 'demo@localhost');
    say(signIn('Демо-владелец', owner, hint));
    void makeDemo(platform, { administratorId: administrator.userId, ownerId: owner.userId }, marker, log);
  }
  say('', ...(process.stdout.isTTY ? ['Остановить: Ctrl-C', ''] : []));
}

/** Warns where the journal is read: whoever has just set a wrong mail password runs no other check. */
async function warnOfMail(config: PlatformEnv): Promise<void> {
  for (const { message, advice } of await mailServerFindings(config.SMTP_URL))
    say(`  Внимание: ${message}.`, `  ${advice}`, '');
}

/** The Russian text of an error that a person can mend; undefined for a defect of ours. */
function explain(error: unknown, config: PlatformEnv): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE')
    return `Порт ${config.PORT} занят. Остановите то, что его занимает, или задайте другой: PORT=3001 npm start`;
  if ([ClosedFolder, RootRefused, ConfigError, NoEngine].some((known) => error instanceof known))
    return (error as Error).message;
  if (error instanceof AlreadyRunning) return 'Остаток уже запущен в этой папке';
  if (code === 'EACCES') return `Нет прав: ${(error as Error).message}`;
  if (code === 'ECONNREFUSED') return 'База данных по адресу DATABASE_URL не отвечает';
  return undefined;
}

/**
 * With the embedded defaults the terminal shows sentences for a person, and the log goes to the file alone. Otherwise it
 * goes to standard output too, where the installation's own collector may take it.
 */
function logDestination(file: LogFile): { write: (line: string) => void } {
  if (embedded) return file;
  return {
    write(line) {
      process.stdout.write(line);
      file.write(line);
    },
  };
}

async function refuseUnsafe(config: PlatformEnv): Promise<void> {
  try {
    await requireSafeStart({ config, home: config.OSTATOK_HOME, uid: startedAs });
  } catch (error) {
    if (!(error instanceof UnsafeStart)) throw error;
    console.error(error.message);
    process.exit(2);
  }
}

const config = readConfig();
await refuseUnsafe(config);
const embedded = config.DATABASE_URL === undefined;
const home = openDataDir(config.OSTATOK_HOME);
const asRoot = await prepareRoot(config, home);
const logFile = join(home, 'platform.log');
const log = createLog('platform', config.LOG_LEVEL, logDestination(createLogFile(logFile)));
const lifecycle = createLifecycle(log);
lifecycle.handleSignals();

try {
  if (asRoot) lifecycle.onStop('spawner', asRoot.close);
  if (asRoot && !asRoot.hasControlGroups) log.warn('no control groups: memory is limited by process, not by venue');
  const containers = await prepareContainers(config, home);
  const { place, ...base }: Database = config.DATABASE_URL
    ? { databaseUrl: config.DATABASE_URL, ...secretKeysOf(config, home) }
    : await startEmbedded(config, home, asRoot, containers ?? {}, lifecycle, log);
  const administrator = Promise.withResolvers<FirstAccount>();
  const platform = await startPlatform({
    ...base,
    config,
    home,
    root,
    log,
    logFile,
    lifecycle,
    alone: embedded,
    startedAs,
    hasControlGroups: asRoot?.hasControlGroups,
    containers,
    launcher: asRoot && launcherOf(asRoot, place, lifecycle, log),
    onListening: asRoot?.drop,
    beforeListening: async (clients) =>
      administrator.resolve(await ensureAdministrator(clients, config.ADMIN_EMAIL, config.ADMIN_PASSWORD)),
  });
  await introduce(platform, await administrator.promise, config, home, embedded, log);
  void warnOfMail(config);
} catch (error) {
  log.fatal({ err: error }, 'did not start');
  console.error(explain(error, config) ?? `Не удалось запустить: ${(error as Error).message}`);
  if (embedded) console.error(`Подробности: ${logFile}`);
  lifecycle.end(1);
}
