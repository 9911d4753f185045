import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import type { Method, Reason, Source } from '@ostatok/tenant-runtime/contract/changes.ts';
import { useState } from 'react';
import { methodLabels, reasonLabels, sourceLabels } from '../../changes/change-labels.ts';
import { viewOf } from '../../stock/stock-filter.ts';
import { useUsers } from '../../users/use-users.ts';
import { useStock, useWorkspace } from '../../workspace/workspace.ts';
import classes from './Changes.module.css';
import type { LogFilter } from './log-address.ts';
import { type Period, periodLabels, periods } from './period.ts';

interface ChangesFilterProps {
  filter: LogFilter;
  onFilter: (change: Partial<LogFilter>) => void;
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Nobody would read more suggestions; typing narrows them. */
const MOST_SUGGESTIONS = 30;

function ItemField({ filter, onFilter }: ChangesFilterProps) {
  const { items, byId } = useStock();
  const [search, setSearch] = useState('');
  const chosen = filter.item === null ? undefined : byId.get(filter.item);
  const wanted = search === chosen?.name ? '' : search;
  const found = viewOf(items, { search: wanted, category: null, sort: 'name', descending: false });
  const shown = found.slice(0, MOST_SUGGESTIONS);
  if (chosen && !shown.includes(chosen)) shown.unshift(chosen);
  return (
    <Select
      label="Позиция"
      placeholder="Все позиции"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Все позиции' }}
      nothingFoundMessage="Ничего не нашлось"
      filter={({ options }) => options}
      data={shown.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={filter.item === null ? null : String(filter.item)}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(value) => onFilter({ item: value === null ? null : Number(value) })}
    />
  );
}

/** Only an administrator may list the users; the others choose between everybody and themselves. */
function PersonField({ filter, onFilter }: ChangesFilterProps) {
  const { user } = useWorkspace();
  const { data: users } = useUsers(user.role === 'admin');
  const people = users
    ? users.map(({ id, name, username }) => ({ value: String(id), label: name || username }))
    : [{ value: String(user.id), label: 'Только мои' }];
  return (
    <NativeSelect
      size="md"
      label="Кто"
      data={[{ value: '', label: 'Все' }, ...people]}
      value={filter.user ?? ''}
      onChange={({ currentTarget: { value } }) => onFilter({ user: value === '' ? null : Number(value) })}
    />
  );
}

interface OneOfProps<T extends string> {
  label: string;
  /** The label of the option that filters nothing. */
  all: string;
  labels: Record<T, string>;
  value: T | null;
  onChange: (value: T | null) => void;
}

function OneOf<T extends string>({ label, all, labels, value, onChange }: OneOfProps<T>) {
  const choices = Object.entries<string>(labels).map(([name, words]) => ({ value: name, label: capital(words) }));
  return (
    <NativeSelect
      size="md"
      label={label}
      data={[{ value: '', label: all }, ...choices]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : (currentTarget.value as T))}
    />
  );
}

export function ChangesFilter({ filter, onFilter }: ChangesFilterProps) {
  const { user, source, method, reason } = filter;
  const more = [user, source, method, reason].filter((value) => value !== null).length;
  const [open, setOpen] = useState(more > 0);
  return (
    <div className={classes.filter} data-open={open}>
      <ItemField filter={filter} onFilter={onFilter} />
      <Button variant="default" className={classes.more} aria-expanded={open} onClick={() => setOpen(!open)}>
        Фильтры{more > 0 && ` · ${more}`}
      </Button>
      <div className={classes.rest}>
        <PersonField filter={filter} onFilter={onFilter} />
        <OneOf
          label="Откуда"
          all="Отовсюду"
          labels={sourceLabels}
          value={filter.source}
          onChange={(source: Source | null) => onFilter({ source })}
        />
        <OneOf
          label="Способ"
          all="Любой"
          labels={methodLabels}
          value={filter.method}
          onChange={(method: Method | null) => onFilter({ method })}
        />
        <OneOf
          label="Причина"
          all="Все"
          labels={reasonLabels}
          value={filter.reason}
          onChange={(reason: Reason | null) => onFilter({ reason })}
        />
        <NativeSelect
          size="md"
          label="Период"
          data={periods.map((value) => ({ value, label: periodLabels[value] }))}
          value={filter.period}
          onChange={({ currentTarget: { value } }) => onFilter({ period: value as Period })}
        />
        {filter.period === 'own' && (
          <>
            <TextInput
              type="date"
              label="С"
              value={filter.from}
              onChange={({ currentTarget: { value } }) => onFilter({ from: value })}
            />
            <TextInput
              type="date"
              label="По"
              value={filter.to}
              onChange={({ currentTarget: { value } }) => onFilter({ to: value })}
            />
          </>
        )}
      </div>
    </div>
  );
}
