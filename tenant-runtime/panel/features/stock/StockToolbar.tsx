import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core';
import { ArrowUpDown, Plus, Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { categoriesOf, type SortKey, type StockView, sortKeys } from '../../lib/stock-filter.ts';
import { useStock } from '../../lib/workspace.ts';
import { Choice } from '../../ui/Choice.tsx';
import classes from './StockToolbar.module.css';

const sortLabels: Record<SortKey, string> = {
  name: 'По названию',
  category: 'По категории',
  quantity: 'По остатку',
  expected: 'По учёту',
  difference: 'По разнице',
  updated_at: 'По времени изменения',
};

/** A category may have any name, also the empty one. */
const ALL = 'all';
const optionOf = (category: string | null): string => (category === null ? ALL : `=${category}`);

interface StockToolbarProps {
  view: StockView;
  onView: (change: Partial<StockView>) => void;
  /** Down from the search, into the rows. */
  onEnterRows: () => void;
  onAdd?: (() => void) | undefined;
  searchRef: Ref<HTMLInputElement>;
}

function SearchField({ view, onView, onEnterRows, searchRef }: Omit<StockToolbarProps, 'onAdd'>) {
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown' || event.key === 'Enter') onEnterRows();
    else if (event.key === 'Escape') onView({ search: '' });
    else return;
    event.preventDefault();
  }
  return (
    <TextInput
      ref={searchRef}
      className={classes.search}
      type="text"
      enterKeyHint="search"
      autoComplete="off"
      aria-label="Поиск по названию, категории, артикулу или штрихкоду"
      placeholder="Найти позицию"
      leftSection={<Search size={20} aria-hidden />}
      rightSection={
        view.search && (
          <ActionIcon aria-label="Очистить поиск" onClick={() => onView({ search: '' })}>
            <X size={18} aria-hidden />
          </ActionIcon>
        )
      }
      value={view.search}
      onChange={(event) => onView({ search: event.currentTarget.value })}
      onKeyDown={onKeyDown}
    />
  );
}

/** Phones have no column heads to press. */
function SortMenu({ view, onView }: Pick<StockToolbarProps, 'view' | 'onView'>) {
  return (
    <label className={classes.sort}>
      <ArrowUpDown size={20} aria-hidden />
      <VisuallyHidden>Порядок</VisuallyHidden>
      <select
        value={view.sort}
        onChange={(event) => {
          const sort = event.currentTarget.value as SortKey;
          onView({ sort, descending: sort === 'updated_at' });
        }}
      >
        {sortKeys.map((key) => (
          <option key={key} value={key}>
            {sortLabels[key]}
          </option>
        ))}
      </select>
    </label>
  );
}

export function StockToolbar(props: StockToolbarProps) {
  const { view, onView, onAdd } = props;
  const { items } = useStock();
  const categories = categoriesOf(items);
  return (
    <div className={classes.toolbar}>
      <SearchField {...props} />
      <SortMenu view={view} onView={onView} />
      {onAdd && (
        <Button className={classes.add} leftSection={<Plus size={20} aria-hidden />} onClick={onAdd}>
          Добавить
        </Button>
      )}
      {categories.length > 1 && (
        <div className={classes.categories}>
          <Choice
            label="Категория"
            value={optionOf(view.category)}
            onChange={(value) => onView({ category: value === ALL ? null : value.slice(1) })}
            options={[
              { value: ALL, label: 'Все', count: items.length },
              ...categories.map(({ name, count }) => ({
                value: optionOf(name),
                label: name || 'Без категории',
                count,
              })),
            ]}
          />
        </div>
      )}
    </div>
  );
}
