import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { useAddedRow } from '../../forms/use-added-row.ts';
import { useUsers } from '../../users/use-users.ts';
import { useIsAdmin } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';

export interface DraftArea {
  /** The React key of the row. */
  key: string;
  /** Set only for an area that already exists on the server. */
  id?: number;
  name: string;
  userId: number | null;
}

interface AreasFieldProps {
  value: readonly DraftArea[];
  onChange: (areas: DraftArea[]) => void;
  error: string | undefined;
}

/** Edits which user counts which area; an area without a user is open to everybody. */
export function AreasField({ value: areas, onChange, error }: AreasFieldProps) {
  const row = useAddedRow();
  const { data: users = [] } = useUsers(useIsAdmin());
  const people = [
    { value: '', label: 'Кто угодно' },
    ...users.map(({ id, name, username }) => ({ value: String(id), label: name || username })),
  ];
  const change = (key: string, next: Partial<DraftArea>): void =>
    onChange(areas.map((area) => (area.key === key ? { ...area, ...next } : area)));

  function remove(key: string): void {
    onChange(areas.filter((area) => area.key !== key));
    row.focusButton();
  }

  return (
    <fieldset className={classes.field}>
      <legend>Зоны</legend>
      {areas.map(({ key, id, name, userId }, index) => (
        <div key={key} className={classes.area}>
          <TextInput
            aria-label={`Зона ${index + 1}`}
            placeholder="Барная стойка"
            autoComplete="off"
            value={name}
            autoFocus={row.isAdded(key)}
            onChange={(event) => change(key, { name: event.currentTarget.value })}
          />
          <NativeSelect
            size="md"
            aria-label={`Кто считает: ${name || `зона ${index + 1}`}`}
            data={people}
            value={String(userId ?? '')}
            onChange={({ currentTarget: { value } }) => change(key, { userId: value === '' ? null : Number(value) })}
          />
          {id === undefined && (
            <ActionIcon aria-label={`Убрать: ${name || `зона ${index + 1}`}`} onClick={() => remove(key)}>
              <X size={20} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      <Button
        ref={row.button}
        variant="default"
        leftSection={<Plus size={20} aria-hidden />}
        onClick={() => onChange([...areas, { key: row.newKey(), name: '', userId: null }])}
      >
        Добавить зону
      </Button>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
