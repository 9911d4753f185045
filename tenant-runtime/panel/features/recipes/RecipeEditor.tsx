import { Anchor, Button, Kbd, TextInput } from '@mantine/core';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import type { DishDetails, Recipe } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import { useStock } from '../../workspace/workspace.ts';
import { IngredientRow } from './IngredientRow.tsx';
import classes from './Recipes.module.css';
import {
  type DraftLine,
  draftWorth,
  inputOf,
  marginOf,
  newLine,
  type Prices,
  percentText,
  type RecipeDraft,
  semiAsItem,
} from './recipe-draft.ts';
import { showDish, useSemis } from './recipes.ts';
import { useRecipeDraft } from './use-recipe-draft.ts';

interface RecipeEditorProps {
  dish: DishDetails;
  /** The revision that is shown; a dish without one gets its first. */
  recipe: Recipe | undefined;
  onSaved: (recipe: Recipe) => void;
}

/** What the drink costs and leaves, while its recipe is being written. */
function Worth({ dish, lines, made, prices }: { dish: DishDetails; lines: DraftLine[]; made: string; prices: Prices }) {
  const { cost, questions } = draftWorth(lines, made, prices);
  const margin = marginOf(cost, dish.price);
  const figures: [string, string][] = [
    [dish.kind === 'semi' ? `Цена за ${dish.unit}` : 'Себестоимость', formatMoney(cost)],
    ...(dish.kind === 'dish'
      ? ([
          ['Цена', formatMoney(dish.price)],
          ['Маржа', percentText(margin)],
          ['Доля в цене', percentText(margin === null ? null : Math.round((100 - margin) * 10) / 10)],
        ] satisfies [string, string][])
      : []),
  ];
  return (
    <dl className={classes.totals} aria-live="polite">
      {figures.map(([label, figure]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
      {questions > 0 && (
        <div>
          <dt>Вопросов</dt>
          <dd className={classes.question}>{questions}</dd>
        </div>
      )}
    </dl>
  );
}

function usePrices(dish: DishDetails): { prices: Prices; found: ShownItem[] } {
  const { items } = useStock();
  const { data: semis } = useSemis();
  return useMemo(() => {
    const others = (semis ?? []).filter(({ id }) => id !== dish.id);
    return {
      prices: {
        items: new Map(items.map((item) => [item.id, item])),
        semis: new Map(others.map((semi) => [semi.id, semi])),
      },
      found: others.map(semiAsItem),
    };
  }, [items, semis, dish.id]);
}

/** Writes a recipe with the keyboard: an ingredient, Enter, how much, Enter, the next one; Ctrl+Enter saves. */
export function RecipeEditor({ dish, recipe, onSaved }: RecipeEditorProps) {
  const queries = useQueryClient();
  const { prices, found } = usePrices(dish);
  const { draft, isChanged, isOvertaken, change, takeRecipe, onSaved: keepTyped } = useRecipeDraft(recipe);
  const { lines, made, from, size } = draft;
  const [added, setAdded] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isNew = recipe === undefined && dish.recipes.length === 0;
  useEffect(() => {
    if (isNew) field.current?.focus();
  }, [isNew]);

  const pick = usePick(({ id, name }) => {
    const ids = id > 0 ? { itemId: id, dishId: null } : { itemId: null, dishId: -id };
    const line = newLine({ text: name, ...ids, skipped: false, amount: '' });
    setAdded(line.id);
    change({ lines: [...lines, line] });
  }, found);

  const save = useMutation({
    mutationFn: async (sent: RecipeDraft) => {
      const body = {
        size: sent.size.trim(),
        valid_from: sent.from,
        yield: Number(sent.made.trim().replace(',', '.')),
        lines: sent.lines.map((line) => inputOf(line, prices)),
      };
      return (await api.call('PUT /api/dishes/:id/recipe', { params: { id: dish.id }, body })).dish;
    },
    async onSuccess(answer, sent) {
      const saved = answer.recipes.find((one) => one.size === sent.size.trim() && one.valid_from === sent.from);
      await showDish(queries, answer);
      toast.success('Рецепт сохранён');
      keepTyped(sent, saved);
      if (saved) onSaved(saved);
    },
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['dishes']] },
  });

  const canSave = isChanged && lines.length > 0 && !save.isPending;
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // the field that has the focus saves on Enter itself
    event.stopPropagation();
    if (canSave) save.mutate(draft);
  }

  return (
    <section className={classes.editor} aria-label="Рецепт" onKeyDownCapture={onKeyDown}>
      <Worth dish={dish} lines={lines} made={made} prices={prices} />
      {lines.length > 0 && (
        <ul className={classes.ingredients} aria-label="Ингредиенты">
          {lines.map((line) => (
            <IngredientRow
              key={line.id}
              line={line}
              prices={prices}
              semis={found}
              isNew={line.id === added}
              onChange={(next) => change({ lines: lines.map((one) => (one.id === line.id ? next : one)) })}
              onRemove={() => change({ lines: lines.filter(({ id }) => id !== line.id) })}
              onNext={() => field.current?.focus()}
            />
          ))}
        </ul>
      )}
      <PickItem
        pick={pick}
        label="Ингредиент"
        placeholder="Начните писать: джин, сироп…"
        fieldRef={field}
        onEmpty={() => canSave && save.mutate(draft)}
      />
      <div className={classes.fields}>
        <TextInput
          label={dish.kind === 'semi' ? `Получается, ${dish.unit}` : 'Получается порций'}
          inputMode="decimal"
          autoComplete="off"
          value={made}
          onChange={(event) => change({ made: event.currentTarget.value })}
        />
        {dish.kind === 'dish' && (
          <TextInput
            label="Размер порции"
            description="Если их несколько"
            placeholder="0,4"
            maxLength={40}
            autoComplete="off"
            value={size}
            onChange={(event) => change({ size: event.currentTarget.value })}
          />
        )}
        <TextInput
          type="date"
          label="Действует с"
          description={recipe ? 'Другой день — новая редакция' : 'Пусто — всегда'}
          value={from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
      </div>
      {isOvertaken && !save.isPending && (
        <p className={classes.question} role="status">
          Пока вы писали, этот рецепт сохранил кто-то ещё. Ваш заменит его.{' '}
          <Anchor component="button" type="button" onClick={takeRecipe}>
            Показать сохранённый
          </Anchor>
        </p>
      )}
      <div className={classes.bar}>
        <Button disabled={!canSave} loading={save.isPending} onClick={() => save.mutate(draft)}>
          Сохранить рецепт
        </Button>
        <span className={classes.keys}>
          <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd>
        </span>
      </div>
    </section>
  );
}
