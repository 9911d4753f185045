import type { ReactNode, RefObject } from 'react';
import { FilterField } from './FilterField.tsx';
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

/** Search and filters on the left, the list's own settings on the right. */
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
      {filters.length > 0 && (
        <div className="list-filters">
          {filters.map((filter) => (
            <FilterField
              key={filter.key}
              filter={filter}
              value={state.chosen[filter.key] ?? ''}
              onChange={(value) => state.setFilter(filter.key, value)}
            />
          ))}
        </div>
      )}
      <span className="list-tools-rest">{children}</span>
    </div>
  );
}
