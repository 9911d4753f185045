import { ActionIcon, Button, TextInput, VisuallyHidden } from '@mantine/core';
import { ArrowUpDown, ListChecks, Plus, Search, X } from 'lucide-react';
import { type KeyboardEvent, type Ref, useMemo } from 'react';
import {
  categoriesOf,
  type Flag,
  flagCounts,
  flags,
  type SortKey,
  STALE_DAYS,
  sortKeys,
} from '../../stock/stock-filter.ts';
import { useNow } from '../../timing/use-now.ts';
import { Choice } from '../../ui/Choice.tsx';
import { Toggles } from '../../ui/Toggles.tsx';
import { useStock } from '../../workspace/workspace.ts';
import classes from './StockToolbar.module.css';
import type { FullView } from './view-address.ts';

const sortLabels: Record<SortKey, string> = {
  name: 'По названию',
  category: 'По категории',
  quantity: 'По остатку',
  expected: 'По учёту',
  difference: 'По разнице',
  changed_at: 'По времени изменения',
};

/**
 * The option for all categories. A category may have any name, even an empty one, so that options of real ones begin
 * with «=».
 */
const ALL = 'all';
const optionOf = (category: string | null): string => (category === null ? ALL : `=${category}`);

const flagLabels: Record<Flag, string> = {
  low: 'Меньше нормы',
  differs: 'Расходится',
  stale: `Без изменений ${STALE_DAYS} дней`,
  noCode: 'Без штрихкода',
  noCost: 'Без цены',
};

interface StockToolbarProps {
  view: FullView;
  onView: (change: Partial<FullView>) => void;
  /** The arrow key down moves from the search into the rows. */
  onEnterRows: () => void;
  onAdd?: (() => void) | undefined;
  /** Starts selecting on a touch screen; absent when the user may not select. */
  onSelecting?: (() => void) | undefined;
  selecting: boolean;
  searchRef: Ref<HTMLInputElement>;
}

function SearchField({
  view,
  onView,
  onEnterRows,
  searchRef,
}: Pick<StockToolbarProps, 'view' | 'onView' | 'onEnterRows' | 'searchRef'>) {
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

/** The sort menu for phones, which have no column heads. */
function SortMenu({ view, onView }: Pick<StockToolbarProps, 'view' | 'onView'>) {
  return (
    <label className={classes.sort}>
      <ArrowUpDown size={20} aria-hidden />
      <VisuallyHidden>Порядок</VisuallyHidden>
      <select
        value={view.sort}
        onChange={(event) => {
          const sort = event.currentTarget.value as SortKey;
          onView({ sort, descending: sort === 'changed_at' });
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

function Filters({ view, onView }: Pick<StockToolbarProps, 'view' | 'onView'>) {
  const { items } = useStock();
  const now = useNow(600_000);
  const categories = useMemo(() => categoriesOf(items), [items]);
  const counts = useMemo(() => flagCounts(items, now), [items, now]);
  const toggle = (flag: Flag): void =>
    onView({ flags: view.flags.includes(flag) ? view.flags.filter((one) => one !== flag) : [...view.flags, flag] });
  return (
    <div className={classes.filters}>
      <Toggles
        label="Показать только"
        values={view.flags}
        onToggle={toggle}
        options={flags
          .filter((flag) => view.flags.includes(flag) || (counts[flag] > 0 && counts[flag] < items.length))
          .map((value) => ({ value, label: flagLabels[value], count: counts[value] }))}
      />
      {categories.length > 1 && (
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
      )}
    </div>
  );
}

export function StockToolbar(props: StockToolbarProps) {
  const { view, onView, onAdd, onSelecting, selecting } = props;
  return (
    <div className={classes.toolbar}>
      <SearchField {...props} />
      <SortMenu view={view} onView={onView} />
      {onSelecting && (
        <ActionIcon
          className={classes.selecting}
          variant={selecting ? 'filled' : 'default'}
          color={selecting ? 'teal' : 'gray'}
          aria-label="Отметить позиции"
          aria-pressed={selecting}
          onClick={onSelecting}
        >
          <ListChecks size={20} aria-hidden />
        </ActionIcon>
      )}
      {onAdd && (
        <Button className={classes.add} leftSection={<Plus size={20} aria-hidden />} onClick={onAdd}>
          Добавить
        </Button>
      )}
      <Filters view={view} onView={onView} />
    </div>
  );
}
