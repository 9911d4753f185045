import { type Flag, flags, type SortKey, type StockView, sortKeys, wholeStock } from '../../stock/stock-filter.ts';

export type FullView = Required<StockView>;

const known = <T extends string>(values: readonly T[], value: string | null): T | undefined =>
  values.find((one) => one === value);

/** Reads the view from the page's address; unknown values are ignored. */
export function viewFrom(address: URLSearchParams): FullView {
  return {
    search: address.get('q') ?? '',
    category: address.get('category'),
    flags: (address.get('show') ?? '').split(',').filter((flag): flag is Flag => flags.some((one) => one === flag)),
    sort: known<SortKey>(sortKeys, address.get('sort')) ?? wholeStock.sort,
    descending: address.get('order') === 'desc',
  };
}

/** Writes the view as the shortest address; other parts of `address`, such as the open card, stay. */
export function withView(address: URLSearchParams, view: FullView): URLSearchParams {
  const next = new URLSearchParams(address);
  const put = (name: string, value: string | null): void => {
    if (value === null) next.delete(name);
    else next.set(name, value);
  };
  put('q', view.search || null);
  put('category', view.category);
  put('show', view.flags.join(',') || null);
  put('sort', view.sort === wholeStock.sort ? null : view.sort);
  put('order', view.descending ? 'desc' : null);
  return next;
}
