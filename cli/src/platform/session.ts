import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';
import { UserError } from '../errors/user-error.ts';
import { writeWhole } from '../output/whole-file.ts';
import { originOf } from './connection-errors.ts';

/** The platform and account that the command line is signed in to. */
export interface Session {
  url: string;
  email: string;
  token: string;
  /** Absent when the token came from OSTATOK_TOKEN. */
  refreshToken?: string;
}

export const DEFAULT_URL = 'http://localhost:3000';

/** The folder in which the command line keeps its data between commands. */
export const configFolder = (env: NodeJS.ProcessEnv): string =>
  env.OSTATOK_CONFIG_DIR || envPaths('ostatok', { suffix: '' }).config;
const file = (env: NodeJS.ProcessEnv): string => join(configFolder(env), 'session.json');

/** A corrupt file is treated as missing: the user signs in again. */
async function readKept(env: NodeJS.ProcessEnv): Promise<Session | undefined> {
  const text = await readFile(file(env), 'utf8').catch(() => '');
  try {
    const kept = JSON.parse(text) as Session | null;
    return typeof kept?.url === 'string' && typeof kept.token === 'string' ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** OSTATOK_URL and OSTATOK_TOKEN override the session kept by `login`. Throws UserError for an invalid address. */
export async function readSession(env: NodeJS.ProcessEnv): Promise<Session | undefined> {
  const url = env.OSTATOK_URL ? originOf(env.OSTATOK_URL) : undefined;
  const kept = await readKept(env);
  if (env.OSTATOK_TOKEN) return { url: url ?? kept?.url ?? DEFAULT_URL, email: '', token: env.OSTATOK_TOKEN };
  // a kept token is used only for the platform that issued it
  if (url && kept?.url !== url) return undefined;
  return kept;
}

/** Only its owner may read the file; it is written atomically. Throws UserError. */
export async function writeSession(env: NodeJS.ProcessEnv, session: Session): Promise<void> {
  const path = file(env);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeWhole(path, async (unfinished) => {
      await writeFile(unfinished, JSON.stringify(session), { mode: 0o600 });
      await chmod(unfinished, 0o600);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError(
      `Вход не запомнен: в ${dirname(path)} нельзя писать (${code}). Назовите другую папку: OSTATOK_CONFIG_DIR`,
      'not_kept',
    );
  }
}

/** Deletes the session kept by `login`; where OSTATOK_TOKEN is used instead of it, it stays. */
export async function forgetSession(env: NodeJS.ProcessEnv): Promise<void> {
  if (!env.OSTATOK_TOKEN) await rm(file(env), { force: true });
}
