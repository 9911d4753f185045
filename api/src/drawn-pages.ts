import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

interface Drawn {
  modifiedMs: number;
  bodies: Record<Encoding, Buffer>;
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ORIGIN = /__ORIGIN__/g;

/** Files of the build that name the installation's own address, written in and compressed once for each build. */
export function createDrawnPages(origin: string) {
  const known = new Map<string, Drawn>();

  async function draw(file: string, modifiedMs: number): Promise<Drawn> {
    const identity = Buffer.from((await readFile(file, 'utf8')).replace(ORIGIN, () => origin));
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, QUALITY), promisify(gzip)(identity)]);
    const drawn = { modifiedMs, bodies: { br, gzip: zipped, identity } };
    known.set(file, drawn);
    return drawn;
  }

  return {
    /** Undefined where the build has no such file. */
    async read(file: string, encoding: Encoding): Promise<Buffer | undefined> {
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const remembered = known.get(file);
      const drawn = remembered?.modifiedMs === found.mtimeMs ? remembered : await draw(file, found.mtimeMs);
      return drawn.bodies[encoding];
    },
  };
}
