import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@ostatok/kit/node/config.ts';
import { startKeptPostgres } from '@ostatok/kit/node/kept-postgres.ts';
import { type PlatformEnv, platformEnvSchema } from './config.ts';
import { ensureSecret, openDataDir } from './data-dir.ts';

/** What keeps a command on the machine itself from being done, in a person's words. */
export class CannotDo extends Error {
  override name = 'CannotDo';
}

/** An installation that a command on the machine itself works on, beside `npm start` and in its environment. */
export interface Installation {
  config: PlatformEnv;
  home: string;
}

/** The installation of this environment; its folder has to be there unless it may be made. Throws ConfigError, CannotDo. */
export function openInstallation({ mayMake = false } = {}): Installation {
  const config = loadConfig(platformEnvSchema, process.env);
  if (!mayMake && !existsSync(config.OSTATOK_HOME)) throw new CannotDo(`Папки ${config.OSTATOK_HOME} нет`);
  return { config, home: openDataDir(config.OSTATOK_HOME) };
}

/** The work on the platform's database; an embedded server that runs already is left running. */
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
    // one that ran before is somebody's
    if (!embedded.adopted) await embedded.stop();
  }
}

/** Runs the command; what a person can mend, errors of the class given too, is said in words, with exit code 1. */
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

/** Says how the command is called, with exit code 2. */
export function refuseCall(usage: string): never {
  console.error(usage);
  process.exit(2);
}
