import { existsSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../platform/platform.ts';
import { pathFolders, unpackPackages } from '../run/debian-packages.ts';

const UNPACKED = join(root, 'node_modules/.cache/ostatok-pgbackrest');

export interface DebianPostgres {
  /** The folders of PostgreSQL's programs and of pgBackRest, as the start of a PATH. */
  folders: string[];
  /** The folders of the libraries of unpacked packages. */
  libraries: string[];
}

/** Debian's pgBackRest knows the versions of PostgreSQL up to Debian's own, which is older than the embedded one. */
function newestServer(prefix: string): string | undefined {
  const folder = join(prefix, 'usr/lib/postgresql');
  const versions = existsSync(folder) ? readdirSync(folder).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(folder, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

function findDebianPostgres(): DebianPostgres | undefined {
  const server = newestServer('/') ?? newestServer(UNPACKED);
  const client = [...pathFolders(), join(UNPACKED, 'usr/bin')].find((folder) => existsSync(join(folder, 'pgbackrest')));
  if (!server || !client) return undefined;
  const libraries = globSync(join(UNPACKED, '{usr/,}lib/*-linux-gnu'));
  return { folders: [server, client], libraries };
}

async function unpackDebianPostgres(): Promise<DebianPostgres | undefined> {
  await unpackPackages(UNPACKED, ['pgbackrest', 'postgresql', 'openssl']);
  return findDebianPostgres();
}

/** Debian's PostgreSQL and pgBackRest; undefined where they are not and can't be unpacked. */
export const debianPostgres = findDebianPostgres() ?? (await unpackDebianPostgres());
