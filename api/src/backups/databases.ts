import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex, type Migrations, migrate } from '@ostatok/kit/node/db.ts';
import pg from 'pg';
import { settle } from '../platform/schema.queries.ts';
import type { Header } from './contents.ts';
import { FORMAT } from './contents.ts';
import { createBeside } from './databases.queries.ts';
import { dump } from './dump.ts';
import type { BackupFiles, Manifest } from './files.ts';
import { BrokenBackup, type Frame, jsonOf } from './frames.ts';
import { load } from './load.ts';
import { isLeftOut, type Subject } from './subjects.ts';

/** A tenant's database did not give its data in time. */
export class SlowDatabase extends Error {
  override name = 'SlowDatabase';
}

/** Rejects when the work takes longer. The caller then drops the database that it works in, which ends the work. */
export async function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  const late = new AbortController();
  const limit = sleep(limitMs, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new SlowDatabase(`it took longer than ${limitMs} ms`);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    late.abort();
    limit.catch(() => undefined);
  }
}

/** Leaves the database when `work` takes longer than the limit, if there is one. */
export async function within<T>(url: string, work: (client: pg.Client) => Promise<T>, limitMs?: number): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'ostatok-backup', keepAlive: true });
  // the pending query rejects with the same error
  client.on('error', () => undefined);
  try {
    await client.connect();
    await settle(client);
    return await (limitMs === undefined ? work(client) : inTime(work(client), limitMs));
  } finally {
    await client.end();
  }
}

/** Brings the database to these migrations. */
export async function bring(url: string, migrations: Migrations): Promise<void> {
  const db = connect(url, { max: 1 });
  try {
    await migrate(db, migrations);
  } finally {
    await db.destroy();
  }
}

export class NewerBackup extends Error {
  override name = 'NewerBackup';
}

function headerOf(first: Frame | undefined, { migrations }: Subject): Header {
  if (first?.type !== 'H') throw new BrokenBackup('no header');
  const header = jsonOf<Header>(first);
  if (header.format > FORMAT) throw new NewerBackup(`format ${header.format}`);
  const unknown = header.migrations.filter((name) => !migrations[name]);
  if (unknown.length > 0) throw new NewerBackup(`migrations ${unknown.join(', ')}`);
  return header;
}

export const writeBackup = (
  files: BackupFiles,
  subject: Subject,
  about: Omit<Manifest, 'bytes' | 'sha256'>,
  limitMs?: number,
): Promise<Manifest> =>
  within(subject.urlOf(subject.database), (client) => files.write(dump(client, about, isLeftOut), about), limitMs);

/**
 * Restores a backup into a new database `name`: the schema of that time, then the rows, then a comparison; with `use`
 * also the migrations since. On failure the caller drops the database.
 */
export async function restoreBeside(
  server: Knex,
  subject: Subject,
  frames: AsyncGenerator<Frame, void>,
  { name, use }: { name: string; use: boolean },
): Promise<{ tables: number; rows: number }> {
  try {
    const header = headerOf((await frames.next()).value ?? undefined, subject);
    await createBeside(server, name, subject.owner);
    const url = subject.urlOf(name);
    const ofThen = Object.entries(subject.migrations).filter(([migration]) => header.migrations.includes(migration));
    await bring(url, Object.fromEntries(ofThen));
    const contents = await within(url, (client) => load(client, frames));
    if (use) await bring(url, subject.migrations);
    return { tables: contents.length, rows: contents.reduce((sum, { rows }) => sum + rows, 0) };
  } finally {
    await frames.return();
  }
}
