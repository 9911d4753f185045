import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ListQuery } from '../data-provider.ts';
import type { Filter } from './types.ts';

/** The filter value in the address that means «all» when another value is selected at first. */
const ALL = 'all';

/** The parameter of the address that holds a long list's cursor. */
const AFTER = 'after';

function withoutPlace(text: string): string {
  const params = new URLSearchParams(text);
  params.delete(AFTER);
  return params.toString();
}

interface Defaults {
  filters: Filter[];
  sort: ListQuery['sort'];
  /** A filter sent with every query and never shown. */
  fixed?: Record<string, unknown>;
}

/**
 * The search, filters and sorting of a list, all kept in the address, so that it can be shared, saved and gone back to.
 */
export function useListState({ filters, sort: initialSort, fixed }: Defaults) {
  const [params, setParams] = useSearchParams();
  const text = params.toString();

  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        () => {
          // Reads the address itself, because a change made just before may not be rendered yet.
          const after = new URLSearchParams(window.location.search);
          for (const [key, value] of Object.entries(changes)) {
            if (value === undefined || value === '') after.delete(key);
            else after.set(key, value);
          }
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );

  const fixedKey = JSON.stringify(fixed ?? {});
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address and what is fixed say it all, as texts
  const state = useMemo(() => {
    const search = params.get('search') ?? '';
    const chosen: Record<string, string> = {};
    for (const { key, initial } of filters) {
      const value = params.get(key) ?? initial;
      if (value && value !== ALL) chosen[key] = value;
    }
    const field = params.get('sort') ?? initialSort.field;
    const given = params.get('order');
    const order: 'ASC' | 'DESC' = given === 'ASC' || given === 'DESC' ? given : initialSort.order;
    const after = params.get(AFTER) ?? '';
    const filter = { ...fixed, ...chosen, ...(search ? { search } : {}), ...(after ? { [AFTER]: after } : {}) };
    const query: ListQuery = { sort: { field, order }, filter };
    return { search, chosen, query };
  }, [text, fixedKey]);

  return {
    ...state,
    /** The query string, as a saved view keeps it. */
    text: withoutPlace(text),
    setSearch: (search: string) => change({ search, [AFTER]: undefined }),
    setFilter: (key: string, value: string) => change({ [key]: value || ALL, [AFTER]: undefined }),
    /** Shows the rows that follow a cursor of the list; its first ones for an empty one. */
    goAfter: (cursor: string) => change({ [AFTER]: cursor }),
    /** Whether the user has searched or filtered beyond the initial values. */
    isNarrowed:
      state.search !== '' || filters.some(({ key, initial }) => state.chosen[key] && state.chosen[key] !== initial),
    reset: () =>
      change({
        search: undefined,
        [AFTER]: undefined,
        ...Object.fromEntries(filters.map(({ key, initial }) => [key, initial === undefined ? undefined : ALL])),
      }),
    sortBy(field: string) {
      const { sort } = state.query;
      const order = sort.field === field && sort.order === 'ASC' ? 'DESC' : 'ASC';
      change({ sort: field, order, [AFTER]: undefined });
    },
    apply: (view: string) => setParams(new URLSearchParams(view), { replace: true }),
  };
}
export type ListState = ReturnType<typeof useListState>;
