import type { Found, FoundItem, Names } from './find-item.ts';

const itemsOf = (found: Found): FoundItem[] =>
  found.kind === 'one' ? [found.item] : found.kind === 'several' ? found.items : [];

/**
 * Searches all the tenant's names but prefers some items, such as those of a count: they come first and are never
 * missing.
 */
export function preferring(all: Names, ids: ReadonlySet<number>): Names {
  const own = all.within(ids);

  function find(name: string): Found {
    const [inner, outer] = [own.find(name), all.find(name)];
    if (inner.kind === 'none' && outer.kind === 'none') {
      const rest = outer.nearest.filter(({ id }) => !ids.has(id));
      return { kind: 'none', nearest: [...inner.nearest, ...rest] };
    }
    if (inner.kind === 'one' && outer.kind === 'one' && inner.item.id === outer.item.id) return outer;
    const likely = itemsOf(inner);
    const others = itemsOf(outer).filter(({ id }) => !likely.some((item) => item.id === id));
    return { kind: 'several', items: [...likely, ...others] };
  }

  return { ...all, find };
}
