import { posix } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { AppError } from '@ostatok/kit/node/errors.ts';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { BackupKeys } from '../keys/backup-keys.ts';
import { copyIn, copyOut, listSequences, listTables, setSequences } from '../platform/schema.queries.ts';
import type { TableShape } from '../platform/table-contents.ts';
import { MissingObject, type Storage } from '../storage/storage.ts';
import { WAIT_MS } from '../trusted-clock/trusted-clock.service.ts';
import {
  dropBeside,
  isThere,
  renameDatabase,
  secondsOf,
  sessionsIn,
  stagingDatabaseName,
  switchDatabases,
} from './databases.queries.ts';
import { restoreBeside, within } from './databases.ts';
import { type BackupIdentity, UnsignedBackup } from './envelope.ts';
import { sayOf } from './errors.ts';
import { hashOf, openFrames, readManifest, verifyFile } from './files.ts';
import { platformSubject, withDatabase } from './platform-subject.ts';
import { isLeftOut } from './subjects.ts';

const LEAVING_MS = 3000;

/** A reason why the restore is impossible, as a message for the administrator. */
export class CannotRestore extends Error {
  override name = 'CannotRestore';
}

/**
 * Work in flight at the time of the backup was finished or given up since, as far as the outside world knows, so it is
 * not repeated. All sessions end, because used refresh tokens would count as unused. Rows of backups in progress, this
 * one among them, are deleted: their files are complete and would otherwise be removed as half-written. Renewals that were
 * charged since are known to the bank alone: nothing is charged until the administrator has had a day to compare.
 * Refunds count as tried, because the bank may have made them under a key that it has forgotten by now.
 */
const RESET_IN_FLIGHT = `
  update operations set status = 'canceled', message = 'Прервано восстановлением базы платформы', finished_at = now()
   where finished_at is null;
  update campaigns set status = 'paused' where status = 'running';
  update mails set status = 'failed', error = 'restored from a backup', data_sealed = null, settled_at = now()
   where status in ('queued', 'sending');
  with lost as (
    update campaign_recipients set status = 'failed', error = 'Прервано восстановлением базы платформы', at = now()
     where status = 'queued' returning campaign_id)
  update campaigns c set failed = c.failed + l.n
    from (select campaign_id, count(*) as n from lost group by campaign_id) l where l.campaign_id = c.id;
  update refunds set attempts = greatest(attempts, 1) where status = 'pending';
  update tenants set endpoint = null;
  delete from backups where status = 'running';
  delete from bot_leases;
  delete from link_tokens;
  delete from sessions;
  insert into seen_time (looked_at, unseen_ms, wait_ms) values (now(), 0, ${WAIT_MS})
      on conflict ("only") do update set looked_at = excluded.looked_at, unseen_ms = 0, wait_ms = excluded.wait_ms;
  insert into activity (at, action, description) values (now(), 'cleanup.held',
    'База платформы восстановлена из копии. Сутки работы платформы ничего не удаляется навсегда, подписки не списываются и не заканчиваются: сверьте платежи банка с нашими')`;

/** The key of the description beside a file, and the identity that its name stands for. */
const manifestOf = (key: string): string => key.replace(/\.backup$/, '.json');
const wantedIn = (key: string): BackupIdentity => ({ id: posix.basename(key, '.backup'), tenant_id: null });

type Checked = Pick<PlatformRestore, 'storage' | 'key' | 'keys' | 'unsigned'>;

async function check({ storage, key, keys, unsigned }: Checked): Promise<string[]> {
  const manifest = await readManifest(storage, manifestOf(key)).catch((error) => {
    throw new CannotRestore(sayOf(error), { cause: error });
  });
  const found = await hashOf(storage.get(key)).catch((error) => {
    const why = error instanceof AppError || error instanceof MissingObject ? sayOf(error) : (error as Error).message;
    throw new CannotRestore(`Файл копии не читается: ${why}`);
  });
  if (!manifest) throw new CannotRestore('Рядом с копией нет её описания (.json): нельзя проверить, что она цела');
  if (manifest.tenant_id !== null) throw new CannotRestore('Это копия заведения. Её восстанавливают из панели');
  if (manifest.sha256 !== found.sha256) throw new CannotRestore('Файл копии изменён или обрезан');
  const header = await verifyFile({ bytes: storage.get(key), keys, wanted: wantedIn(key), unsigned }).catch((error) => {
    const how = error instanceof UnsignedBackup ? '. Тогда повторите с ключом --unsigned' : '';
    throw new CannotRestore(sayOf(error) + how, { cause: error });
  });
  return header ? keys.openSecretKeys(header) : [];
}

/** Telegram and the bank do not go back in time, so the tables that simulate them are copied in their present state. */
async function carryOver(from: string, to: string): Promise<void> {
  await within(from, (old) =>
    within(to, async (next) => {
      const isKept = (name: string): boolean => !isLeftOut(name);
      const known = new Set((await listTables(next, isKept)).map(({ name }) => name));
      const tables: TableShape[] = (await listTables(old, isKept)).filter(({ name }) => known.has(name));
      await next.query('begin');
      await next.query('set constraints all deferred');
      for (const table of inOrder(tables)) {
        await pipeline(old.query(copyTo(copyOut(table))), next.query(copyFrom(copyIn(table))));
      }
      await setSequences(
        next,
        await listSequences(
          old,
          tables.map(({ name }) => name),
        ),
      );
      await next.query('commit');
    }),
  );
}

/** Tables that others refer to are copied first. */
const first = ['sandbox_bots', 'sandbox_people', 'sandbox_chats'];
const inOrder = (tables: TableShape[]): TableShape[] => {
  const rank = ({ name }: TableShape): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...tables].sort((a, b) => rank(a) - rank(b));
};

interface PlatformRestore {
  databaseUrl: string;
  storage: Pick<Storage, 'get'>;
  /** The key of a `.backup` in the storage. */
  key: string;
  keys: BackupKeys;
  /** Accepts a backup made before backups were signed. */
  unsigned: boolean;
  say: (line: string) => void;
  now?: () => Date;
}

/** Returns false when sessions remain after a wait; a client that was just stopped takes a moment to disconnect. */
async function isLeft(server: Knex, database: string): Promise<boolean> {
  for (const until = performance.now() + LEAVING_MS; ; await sleep(100)) {
    if ((await sessionsIn(server, database)) === 0) return true;
    if (performance.now() > until) return false;
  }
}

async function takePlace(server: Knex, database: string, next: string, old: string): Promise<boolean> {
  if (!(await isThere(server, database))) {
    await renameDatabase(server, next, database);
    return false;
  }
  await switchDatabases(server, database, next, old);
  return true;
}

/**
 * Restores the platform's own database while the platform is stopped: into a staging database, checked, then switched
 * by name. Returns the name of the replaced database, which is kept closed, and the SECRET_KEYs from the backup. Throws
 * CannotRestore.
 */
export async function restorePlatform({ databaseUrl, say, now = () => new Date(), ...given }: PlatformRestore) {
  const { storage, key, keys, unsigned } = given;
  const secretKeys = await check(given);
  const subject = platformSubject(databaseUrl);
  const { database } = subject;
  const server = connect(withDatabase(databaseUrl, database === 'postgres' ? 'template1' : 'postgres'), { max: 2 });
  const at = secondsOf(now());
  const [next, old] = [stagingDatabaseName(database, 'new', at), stagingDatabaseName(database, 'old', at)];
  try {
    if (!(await isLeft(server, database))) {
      throw new CannotRestore('База занята: сначала остановите платформу и всё, что к ней подключено');
    }
    say('Копия цела. Восстанавливаю рядом…');
    const frames = openFrames({ bytes: storage.get(key), keys, wanted: wantedIn(key), unsigned });
    const { rows, tables } = await restoreBeside(server, subject, frames, { name: next, use: true });
    say(`Восстановлено и сверено: таблиц ${tables}, строк ${rows}`);
    await within(subject.urlOf(next), (client) => client.query(RESET_IN_FLIGHT));
    if (await isThere(server, database)) {
      await carryOver(subject.urlOf(database), subject.urlOf(next)).catch((error) =>
        say(`Пробные чат и банк не перенесены: ${(error as Error).message}`),
      );
    }
    const kept = await takePlace(server, database, next, old);
    return { replaced: kept ? old : null, rows, secretKeys };
  } catch (error) {
    await dropBeside(server, next);
    if (error instanceof CannotRestore) throw error;
    throw new CannotRestore(sayOf(error), { cause: error });
  } finally {
    await server.destroy();
  }
}
