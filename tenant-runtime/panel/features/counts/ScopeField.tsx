import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { CountScope } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useMemo, useState } from 'react';
import { categoriesOf, viewOf } from '../../stock/stock-filter.ts';
import { useStock } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';

export interface DraftScope {
  scope: CountScope;
  categories: string[];
  itemIds: number[];
}

const SHOWN = 60;
const labels: { value: CountScope; label: string }[] = [
  { value: 'all', label: 'Всё' },
  { value: 'categories', label: 'Категории' },
  { value: 'items', label: 'Позиции' },
];

const toggled = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one];

interface PartProps {
  value: DraftScope;
  onChange: (scope: DraftScope) => void;
}

function Categories({ value, onChange }: PartProps) {
  const { items } = useStock();
  const categories = useMemo(() => categoriesOf(items), [items]);
  return (
    <div className={classes.choices}>
      {categories.map(({ name, count }) => (
        <Checkbox
          key={name}
          label={`${name || 'Без категории'}, ${count.toLocaleString('ru-RU')}`}
          checked={value.categories.includes(name)}
          onChange={() => onChange({ ...value, categories: toggled(value.categories, name) })}
        />
      ))}
    </div>
  );
}

function Items({ value, onChange }: PartProps) {
  const { items, byId } = useStock();
  const [search, setSearch] = useState('');
  const found = useMemo(
    () => viewOf(items, { search, category: null, sort: 'name', descending: false }).slice(0, SHOWN),
    [items, search],
  );
  const chosen = value.itemIds.flatMap((id) => byId.get(id) ?? []);
  const rows = search ? found : [...chosen, ...found.filter(({ id }) => !value.itemIds.includes(id))].slice(0, SHOWN);
  return (
    <>
      <TextInput
        aria-label="Найти позицию"
        placeholder="Найти позицию"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p className={classes.dim}>
        {chosen.length === 0
          ? 'Отметьте, что считать'
          : `${plural(chosen.length, ['Выбрана', 'Выбраны', 'Выбрано'])} ${chosen.length} ${plural(chosen.length, ['позиция', 'позиции', 'позиций'])}`}
      </p>
      <div className={classes.choices}>
        {rows.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={value.itemIds.includes(id)}
            onChange={() => onChange({ ...value, itemIds: toggled(value.itemIds, id) })}
          />
        ))}
      </div>
    </>
  );
}

interface ScopeFieldProps extends PartProps {
  /** Of which kinds it may be; of every kind where nothing is given. */
  scopes?: readonly CountScope[];
  error?: string | undefined;
}

/** Chooses the items to count; the lines are fixed when the count is opened. */
export function ScopeField({ value, scopes, onChange, error }: ScopeFieldProps) {
  const { items } = useStock();
  return (
    <fieldset className={classes.field}>
      <legend>Что считать</legend>
      <SegmentedControl
        fullWidth
        size="md"
        data={scopes ? labels.filter((one) => scopes.includes(one.value)) : labels}
        value={value.scope}
        onChange={(scope) => onChange({ ...value, scope: scope as CountScope })}
        aria-label="Что считать"
      />
      {value.scope === 'all' && (
        <p className={classes.dim}>
          {items.length.toLocaleString('ru-RU')} {plural(items.length, ['позиция', 'позиции', 'позиций'])}
        </p>
      )}
      {value.scope === 'categories' && <Categories value={value} onChange={onChange} />}
      {value.scope === 'items' && <Items value={value} onChange={onChange} />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
