import { TextInput } from '@mantine/core';
import type { DishDetails } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import type { UpdateDish } from '@ostatok/tenant-runtime/contract/recipes.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { api, messageOf } from '../../client/api.ts';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import classes from './Recipes.module.css';
import { showDish } from './recipes.ts';

interface FieldProps {
  dish: DishDetails;
  label: string;
  value: string;
  inputMode?: 'decimal';
  /** Returns what is sent; a sentence where the text cannot be meant. */
  read: (text: string) => UpdateDish | string;
}

/** A field that is saved when it is left, or by Enter. */
function Field({ dish: { id }, label, value, inputMode, read }: FieldProps) {
  const queries = useQueryClient();
  /** What is typed and not saved yet; the field follows the dish without it. */
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: async (body: UpdateDish) => (await api.call('PUT /api/dishes/:id', { params: { id }, body })).dish,
    meta: { invalidates: [['dishes']] },
  });

  function leave(): void {
    const text = typed?.trim();
    if (text === undefined) return;
    const given = text === value ? undefined : read(text);
    if (given === undefined) setTyped(null);
    else if (typeof given === 'string') setWrong(given);
    else
      save.mutate(given, {
        async onSuccess(answer) {
          await showDish(queries, answer);
          setTyped((now) => (now === typed ? null : now));
        },
      });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') event.currentTarget.blur();
  }

  return (
    <TextInput
      label={label}
      autoComplete="off"
      {...(inputMode && { inputMode })}
      value={typed ?? value}
      error={wrong ?? (save.error && messageOf(save.error))}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        setWrong(null);
      }}
      onBlur={leave}
      onKeyDown={onKeyDown}
    />
  );
}

function priceOf(text: string): UpdateDish | string {
  const price = toFieldNumber(text);
  return price !== null && !(price >= 0) ? 'Например, 650' : { price };
}

export function DishFields({ dish }: { dish: DishDetails }) {
  return (
    <div className={classes.fields}>
      <Field
        dish={dish}
        label="Название"
        value={dish.name}
        read={(name) => (name === '' ? 'Назовите блюдо' : { name })}
      />
      {dish.kind === 'dish' && (
        <Field dish={dish} label="Цена продажи, ₽" value={toFieldText(dish.price)} inputMode="decimal" read={priceOf} />
      )}
      <Field dish={dish} label="Группа" value={dish.group ?? ''} read={(group) => ({ group: group || null })} />
      <Field dish={dish} label="Код на кассе" value={dish.code ?? ''} read={(code) => ({ code: code || null })} />
    </div>
  );
}
