import { Button, Select, TextInput, VisuallyHidden } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { TillDish } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { DecidedTillDish } from '@ostatok/tenant-runtime/contract/sales.ts';
import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import classes from './Sales.module.css';
import { useDishNames } from './sales.ts';
import { dishNote, parseFactor } from './sales-labels.ts';

type Decision = Omit<DecidedTillDish, 'id'>;

/** A likeness is never certain. */
const percentOf = (confidence: number): number => Math.min(99, Math.floor(confidence * 100));

interface ServingFieldProps {
  dish: TillDish & { item: NonNullable<TillDish['item']> };
  onDecide: (decision: Decision) => void;
}

/** Asks how much of the item is in one serving, where neither the file nor the name says it. */
function ServingField({ dish: { item }, onDecide }: ServingFieldProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const factor = parseFactor(text);
    if (factor === null) setError('Введите число, например 0,5');
    else onDecide({ item_id: item.id, factor });
  }
  return (
    <form className={classes.serving} onSubmit={submit}>
      <b className={classes.breaking}>{item.name}</b>
      <TextInput
        size="sm"
        label={`Сколько ${item.unit} в порции`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(null);
        }}
      />
      <Button type="submit" size="sm">
        Запомнить
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onDecide({})}>
        Другая позиция
      </Button>
    </form>
  );
}

interface DishRowProps {
  dish: TillDish;
  onDecide: (decision: Decision) => void;
  onNext: () => void;
}

function Choose({ dish, onDecide, onNext }: DishRowProps) {
  const { name, proposals } = dish;
  const pick = usePick(({ id }) => onDecide({ item_id: id }));
  const dishes = useDishNames();
  return (
    <div className={classes.choose}>
      {proposals.map((proposal, index) => (
        <Button
          key={proposal.item_id}
          variant={index === 0 ? 'light' : 'default'}
          className={classes.proposal}
          leftSection={<Check size={18} aria-hidden />}
          aria-keyshortcuts={String(index + 1)}
          onClick={() => onDecide({ item_id: proposal.item_id })}
        >
          <span className={classes.proposed}>
            <VisuallyHidden>{name}: это </VisuallyHidden>
            {proposal.name}
          </span>
          {!proposal.sure && <span className={classes.percent}>{percentOf(proposal.confidence)} %</span>}
        </Button>
      ))}
      <div className={classes.other}>
        <PickItem
          pick={pick}
          size="sm"
          label={`${name}: найти позицию`}
          isLabelHidden
          placeholder={proposals.length > 0 ? 'Другая позиция' : 'Какая это позиция?'}
          onEmpty={onNext}
        />
        {dishes.length > 0 && (
          <Select
            searchable
            size="sm"
            aria-label={`${name}: блюдо с рецептом`}
            placeholder="Блюдо с рецептом"
            nothingFoundMessage="Такого рецепта нет"
            limit={50}
            data={dishes}
            value={null}
            onChange={(id) => id && onDecide({ dish_id: Number(id) })}
          />
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.quiet}
          aria-label={`${name}: не на складе`}
          aria-keyshortcuts="Delete"
          onClick={() => onDecide({ ignored: true })}
        >
          Не на складе
        </Button>
      </div>
    </div>
  );
}

type DishOfItem = TillDish & { item: NonNullable<TillDish['item']> };
const isOfItem = (dish: TillDish): dish is DishOfItem => dish.item !== null;

/** A dish of a till with what has to be said about it beside. */
export function DishRow(props: DishRowProps) {
  const { dish, onDecide } = props;
  const note = dishNote(dish);
  return (
    <li className={classes.dish} data-dish={dish.id}>
      <span className={classes.dishName}>
        {dish.name}
        {note && <span className={classes.under}>{note}</span>}
      </span>
      <span className={classes.sold}>{formatQuantity(dish.quantity)} порц.</span>
      <span className={classes.money}>{formatMoney(dish.paid)}</span>
      <div className={classes.decide} data-decide>
        {isOfItem(dish) ? <ServingField dish={dish} onDecide={onDecide} /> : <Choose {...props} />}
      </div>
    </li>
  );
}
