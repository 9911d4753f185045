import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { connect } from '@ostatok/kit/node/db.ts';
import { openPromise } from 'yauzl';
import { zipOf } from '../../../api/src/archives/zip-writer.ts';
import { databaseUrl } from '../database/postgres.ts';
import { newBot, type Reply, type TestOwner, type TestPlatform } from '../platform/platform.ts';
import { freshName } from '../venue/provision.ts';

export const archivePath = (id: string): string => `/api/auth/export-data/tenants/${id}.zip`;

/** Downloads what the path answers. */
export async function download(
  platform: Pick<TestPlatform, 'url'>,
  token: string,
  path: string,
): Promise<{ status: number; bytes: Buffer; name: string; type: string }> {
  const answer = await fetch(platform.url + path, { headers: { authorization: `Bearer ${token}` } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const name = answer.headers.get('content-disposition') ?? '';
  return { status: answer.status, bytes, name, type: answer.headers.get('content-type') ?? '' };
}

/** Uploads a file as the archive of a tenant. */
export async function upload(platform: Pick<TestPlatform, 'url'>, token: string, bytes: Uint8Array): Promise<Reply> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(bytes)]), 'bar.zip');
  const answer = await fetch(`${platform.url}/api/provision/archives`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, connection: 'close' },
    body,
  });
  return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.json() };
}

/** Every file of a zip by its name. */
export async function filesIn(bytes: Buffer): Promise<Map<string, Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-zip-'));
  const path = join(folder, 'a.zip');
  await writeFile(path, bytes);
  const zip = await openPromise(path, { autoClose: false });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  zip.close();
  await rm(folder, { recursive: true });
  return files;
}

export const packed = (files: Iterable<[string, Buffer]>): Promise<Buffer> =>
  buffer(
    zipOf(
      [...files].map(([name, bytes]) => ({
        name,
        bytes: async function* () {
          yield bytes;
        },
      })),
    ),
  );

/** The owner's order of a tenant from an archive that was uploaded. */
export async function orderFrom(platform: TestPlatform, owner: TestOwner, archive: string) {
  const bot = await newBot(platform);
  const order = { subdomain: freshName(), botToken: bot.token, adminUsername: 'boss', archive };
  const made = await owner.call('POST', '/api/provision/create', order);
  return { made, order };
}

/** Every row of these tables as text, without columns that an archive leaves behind. */
export async function rowsOf(
  database: string,
  tables: string[],
  leftOut: Record<string, Record<string, string>>,
): Promise<Record<string, string[]>> {
  const db = connect(databaseUrl(database), { max: 1 });
  const all: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await db.raw('select (to_jsonb(t) - ?::text[])::text as row from ?? t order by 1', [
      Object.keys(leftOut[table] ?? {}),
      table,
    ]);
    all[table] = rows.map(({ row }: { row: string }) => row);
  }
  await db.destroy();
  return all;
}
