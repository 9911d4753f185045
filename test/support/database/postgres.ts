import { randomBytes } from 'node:crypto';
import pg from 'pg';

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

/** Waits for a connection as long as a busy machine needs. */
async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates a database with today's schema, cloned from the template in some 30 ms. */
export async function createDatabase(
  kind: 'platform' | 'tenant',
): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const name = `test_${kind}_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name} template ${kind}_template strategy file_copy`);
  return {
    url: databaseUrl(name),
    name,
    drop: () => onServer(`drop database if exists ${name} with (force)`),
  };
}
