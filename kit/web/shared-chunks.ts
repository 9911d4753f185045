import type { Rolldown } from 'vite';

type Context = Rolldown.ChunkingContext;

/** Returns these modules and all that they import statically. */
function closureOf(roots: string[], context: Context): Set<string> {
  const seen = new Set<string>();
  const left = [...roots];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return seen;
}

/**
 * Puts all that the entry needs into one file. What a later part needs of it too would otherwise make a file of its own,
 * of some hundred bytes, that the first visit waits for.
 */
export function entryChunk(entry: RegExp): Rolldown.CodeSplittingOptions {
  const ids: string[] = [];
  let needed: Set<string> | undefined;
  const name = (id: string, context: Context): string | null => {
    needed ??= closureOf(
      ids.filter((one) => entry.test(one)),
      context,
    );
    return needed.has(id) ? 'base' : null;
  };
  return {
    includeDependenciesRecursively: false,
    groups: [{ name, debugName: 'base', test: (id) => ids.push(id) > 0 }],
  };
}

/** The fewest pages that share a module of the common file. With fewer a page would wait for much that it never needs. */
const LEAST_SHARED = 6;

/**
 * Puts what many pages share into one file: a page would otherwise come in fifty files of some hundred bytes, each a
 * request of its own. What the entry needs too is a file before it. Pages matched by `apart` share another file, so
 * that they do not wait for what the others need.
 */
export function sharedChunks({ entry, apart }: { entry: RegExp; apart?: RegExp }): Rolldown.CodeSplittingOptions {
  const ids: string[] = [];
  let closures: { entry: Set<string>; apart: Set<string> } | undefined;
  const name = (id: string, context: Context): string => {
    closures ??= {
      entry: closureOf(
        ids.filter((one) => entry.test(one)),
        context,
      ),
      apart: closureOf(
        ids.filter((one) => apart?.test(one)),
        context,
      ),
    };
    if (closures.entry.has(id)) return 'base';
    return closures.apart.has(id) ? 'apart' : 'shared';
  };
  const test = (id: string): boolean => ids.push(id) > 0;
  return {
    includeDependenciesRecursively: false,
    groups: [{ name, debugName: 'shared', test, minShareCount: LEAST_SHARED }],
  };
}
