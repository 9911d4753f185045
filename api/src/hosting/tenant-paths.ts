import { join } from 'node:path';

export interface Folders {
  root: string;
  tmp: string;
  cache: string;
  log: string;
}

export function foldersOf(home: string, id: string): Folders {
  const root = join(home, 'tenants', id);
  return { root, tmp: join(root, 'tmp'), cache: join(root, 'cache'), log: join(home, 'tenants', `${id}.log`) };
}
