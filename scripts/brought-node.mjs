import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The Node 24 that the packages bring. npm 9, as Debian 13 has it, takes the link to it away again together with the
 * packages for other machines: it is laid where it is missing. Undefined where there is no such package.
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
    // somebody else was quicker
    if (error.code !== 'EEXIST') throw error;
  }
  return link;
}
