import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The Node 24 that npm packages provide. npm 9, as in Debian 13, removes the link to it together with the packages for
 * other machines, so a missing link is created. Undefined when there is no such package.
 */
export function broughtNode(root) {
  const isWindows = process.platform === 'win32';
  const link = join(root, 'node_modules/.bin', isWindows ? 'node.exe' : 'node');
  if (existsSync(link)) return link;
  const name = `node-${process.platform}-${process.arch}`;
  if (isWindows || !existsSync(join(root, 'node_modules', name, 'bin/node'))) return undefined;
  mkdirSync(dirname(link), { recursive: true });
  try {
    symlinkSync(`../${name}/bin/node`, link);
  } catch (error) {
    // another process has created it meanwhile
    if (error.code !== 'EEXIST') throw error;
  }
  return link;
}
