import type { ReactNode, RefObject } from 'react';
import { SearchBox } from './SearchBox.tsx';
import type { Filter } from './types.ts';
import type { ListState } from './use-list-state.ts';

interface ListToolsProps {
  state: ListState;
  filters: Filter[];
  search: string | undefined;
  searchDelay: number;
  searchField: RefObject<HTMLInputElement | null>;
  onLeaveSearch: () => void;
  children: ReactNode;
}

/** Search and filters on the left, what is about the list itself on the right. */
export function ListTools({
  state,
  filters,
  search,
  searchDelay,
  searchField,
  onLeaveSearch,
  children,
}: ListToolsProps) {
  return (
    <div className="list-tools">
      {search && (
        <SearchBox
          label={search}
          value={state.search}
          delay={searchDelay}
          field={searchField}
          onSearch={state.setSearch}
          onLeave={onLeaveSearch}
        />
      )}
      {filters.map(({ key, label, choices }) => (
        <label key={key} className={state.chosen[key] ? 'list-filter is-set' : 'list-filter'}>
          <span>{label}</span>
          <select value={state.chosen[key] ?? ''} onChange={(event) => state.setFilter(key, event.currentTarget.value)}>
            <option value="">Все</option>
            {choices.map(({ value, label: name }) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      ))}
      <span className="list-tools-rest">{children}</span>
    </div>
  );
}
