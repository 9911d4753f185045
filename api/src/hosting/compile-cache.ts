import { opendir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Owner } from '@ostatok/kit/node/system-users.ts';
import type { Folders } from './tenant-paths.ts';
import { runAs } from './user-processes.ts';

/** The folder in which Node keeps the compiled code of a tenant's release. */
export const compileCacheOf = (folders: Folders, release: string): string => join(folders.cache, release);

const DROP_OTHERS = 'find "$1" -mindepth 1 -maxdepth 1 ! -name "$2" -exec rm -rf {} +';

/** Looks no further than needed: the folder is the tenant's, which may have put anything into it. */
async function hasOthers(folder: string, release: string): Promise<boolean> {
  for await (const { name } of await opendir(folder)) if (name !== release) return true;
  return false;
}

/**
 * Removes what Node has compiled of other releases, as the user of the tenant where it has one. No instance of the tenant
 * may run.
 */
export async function dropOtherCaches({ cache }: Folders, release: string, owner: Owner | undefined): Promise<void> {
  if (!(await hasOthers(cache, release))) return;
  if (owner) return runAs(owner, DROP_OTHERS, cache, release);
  for await (const { name } of await opendir(cache))
    if (name !== release) await rm(join(cache, name), { recursive: true, force: true });
}
