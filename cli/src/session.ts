import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import envPaths from 'env-paths';

/** Where the command line is signed in. */
export interface Session {
  url: string;
  email: string;
  token: string;
  /** Absent when the token came from OSTATOK_TOKEN. */
  refreshToken?: string;
}

export const DEFAULT_URL = 'http://localhost:3000';

const file = (env: NodeJS.ProcessEnv): string =>
  join(env.OSTATOK_CONFIG_DIR ?? envPaths('ostatok', { suffix: '' }).config, 'session.json');

/** OSTATOK_URL and OSTATOK_TOKEN stand above what `login` kept. */
export async function readSession(env: NodeJS.ProcessEnv): Promise<Session | undefined> {
  const kept = await readFile(file(env), 'utf8').then(
    (text) => JSON.parse(text) as Session,
    () => undefined,
  );
  if (env.OSTATOK_TOKEN) {
    return { url: env.OSTATOK_URL ?? kept?.url ?? DEFAULT_URL, email: '', token: env.OSTATOK_TOKEN };
  }
  // a kept token belongs to the platform that gave it
  if (env.OSTATOK_URL && kept?.url !== env.OSTATOK_URL) return undefined;
  return kept;
}

/** Only its owner may read it; written whole or not at all. */
export async function writeSession(env: NodeJS.ProcessEnv, session: Session): Promise<void> {
  const path = file(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(`${path}.new`, JSON.stringify(session), { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
}

export const forgetSession = (env: NodeJS.ProcessEnv): Promise<void> => rm(file(env), { force: true });
