import { randomBytes } from 'node:crypto';
import { connect } from '@ostatok/kit/node/db.ts';

/** The superuser's URL of the server that `test/run.ts` started. */
export function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('Run tests through `npm test` or `node test/run.ts FILE…`: it brings the database');
  return url;
}

export function databaseUrl(name: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** A fresh database with today's schema, cloned from the template in some 30 ms. */
export async function createDatabase(
  kind: 'platform' | 'tenant',
): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const name = `test_${kind}_${randomBytes(6).toString('hex')}`;
  const server = connect(serverUrl(), { max: 1 });
  await server.raw(`create database ${name} template ${kind}_template strategy file_copy`);
  await server.destroy();
  return {
    url: databaseUrl(name),
    name,
    async drop() {
      const db = connect(serverUrl(), { max: 1 });
      await db.raw(`drop database if exists ${name} with (force)`);
      await db.destroy();
    },
  };
}
