import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the id of the tenant's process, of which there is one. */
export async function venuePid(home: string, tenantId: string): Promise<number> {
  const names = await readdir(join(home, 'tenants'));
  const [pid] = names.flatMap((name) => new RegExp(`^${tenantId}\\.(\\d+)\\.pid$`).exec(name)?.[1] ?? []);
  if (!pid) throw new Error('the tenant has no process');
  return Number(pid);
}
