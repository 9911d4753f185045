import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

type Facts = Record<string, string>;

interface Rendered {
  modifiedMs: number;
  facts: Facts;
  bodies: Record<Encoding, Buffer>;
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const ORIGIN = /__ORIGIN__/g;
/** A placeholder in a page for a fact that only the server knows. */
const FACT = /<!--fact:(\w+)-->/g;
const NONE: Facts = {};

/**
 * Renders the build's files with the installation's own address and facts, compressed once for each build and each
 * change of the facts. `factsOf` must return the same object while nothing has changed.
 */
export function createPrerenderedPages(origin: string, factsOf: () => Promise<Facts> = async () => NONE) {
  const known = new Map<string, Rendered>();

  async function render(file: string, modifiedMs: number, facts: Facts): Promise<Rendered> {
    const page = (await readFile(file, 'utf8')).replace(ORIGIN, () => origin);
    const identity = Buffer.from(page.replace(FACT, (_place, name) => facts[name] ?? ''));
    const [br, zipped] = await Promise.all([promisify(brotliCompress)(identity, QUALITY), promisify(gzip)(identity)]);
    const rendered = { modifiedMs, facts, bodies: { br, gzip: zipped, identity } };
    known.set(file, rendered);
    return rendered;
  }

  return {
    /** Returns undefined where the build has no such file. */
    async read(file: string, encoding: Encoding): Promise<Buffer | undefined> {
      const found = await stat(file).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const remembered = known.get(file);
      // a page without the facts is better than no page
      const facts = await factsOf().catch(() => remembered?.facts ?? NONE);
      const isFresh = remembered?.modifiedMs === found.mtimeMs && remembered.facts === facts;
      const rendered = isFresh ? remembered : await render(file, found.mtimeMs, facts);
      return rendered.bodies[encoding];
    },
  };
}
