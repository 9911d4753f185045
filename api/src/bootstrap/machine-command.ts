import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { type PlatformEnv, platformEnvSchema } from '../config.ts';
import { ensureSecret, openDataDir } from '../platform/data-dir.ts';

/** An error with a Russian message for the person who runs a command on the machine itself. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

/** The installation that a command on the machine itself works on, in the same environment as `npm start`. */
export interface Installation {
  config: PlatformEnv;
  home: string;
}

/** Opens the installation of this environment; its folder must exist unless `mayMake`. Throws ConfigError, CannotDo. */
export function openInstallation({ mayMake = false } = {}): Installation {
  const config = loadConfig(platformEnvSchema, process.env);
  if (!mayMake && !existsSync(config.OSTATOK_HOME)) throw new CannotDo(`Папки ${config.OSTATOK_HOME} нет`);
  return { config, home: openDataDir(config.OSTATOK_HOME) };
}

/** Does work on the platform's database; an embedded server that already runs is left running. */
export async function withPlatformDatabase<T>(
  { config, home }: Installation,
  work: (databaseUrl: string) => Promise<T>,
): Promise<T> {
  if (config.DATABASE_URL) return work(config.DATABASE_URL);
  const embedded = await startKeptPostgres({
    folder: join(home, 'postgres'),
    password: ensureSecret(home, 'postgres-password'),
    log: () => undefined,
  });
  try {
    return await work(embedded.url);
  } finally {
    // a server that ran before belongs to another process
    if (!embedded.adopted) await embedded.stop();
  }
}

/** Runs the command. Errors that a person can mend, `refusal` included, print only their message, with exit code 1. */
export async function runCommand(
  command: () => Promise<void>,
  refusal: new (message: string) => Error = CannotDo,
): Promise<void> {
  try {
    await command();
  } catch (error) {
    if (![CannotDo, ConfigError, refusal].some((known) => error instanceof known)) throw error;
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** Prints how the command is called and exits with code 2. */
export function refuseCall(usage: string): never {
  console.error(usage);
  process.exit(2);
}
