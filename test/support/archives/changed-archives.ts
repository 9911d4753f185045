import { createHash } from 'node:crypto';
import type { Manifest } from '../../../api/src/archives/manifest.ts';
import { filesIn, packed } from './archives.ts';

type Files = Map<string, Buffer>;
type Change = (archive: { files: Files; manifest: Manifest }) => void;

/** The archive after a change; its description is written anew from what the change leaves of it. */
export async function changed(archive: Buffer, change: Change): Promise<Buffer> {
  const files = await filesIn(archive);
  const manifest = JSON.parse(String(files.get('manifest.json'))) as Manifest;
  files.set('manifest.json', Buffer.from('{}'));
  change({ files, manifest });
  if (files.has('manifest.json')) files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));
  return packed(files);
}

export const tableOf = (manifest: Manifest, name: string): Manifest['tables'][number] => {
  const table = manifest.tables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
};

/** Rewrites the rows of a table as somebody would who knows the format: sizes, hash and number of rows are right. */
export function rewrite({ files, manifest }: { files: Files; manifest: Manifest }, name: string, text: string): void {
  const table = tableOf(manifest, name);
  const bytes = Buffer.from(text);
  files.set(table.file, bytes);
  table.bytes = bytes.length;
  table.rows = text.split('\n').length - 2;
  table.sha256 = createHash('sha256').update(bytes).digest('hex');
}

export const textOf = (files: Files, name: string): string => String(files.get(`data/${name}.csv`));

/** A zip of which the size that it declares of a file is another one. */
export function withDeclaredSize(zip: Buffer, name: string, size: number): Buffer {
  const copy = Buffer.from(zip);
  const nameBytes = Buffer.from(name);
  for (let at = copy.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = copy.indexOf('PK\x01\x02', at + 4, 'latin1')) {
    if (copy.subarray(at + 46, at + 46 + nameBytes.length).equals(nameBytes)) copy.writeUInt32LE(size, at + 24);
  }
  return copy;
}

/** A zip in which a name is another one of the same length. */
export const withName = (zip: Buffer, from: string, to: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1');
