import { ActionIcon, Anchor, Button, TextInput } from '@mantine/core';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import classes from './Recipes.module.css';
import { amountOf, type DraftLine, lineWorth, type Prices, roublesOf } from './recipe-draft.ts';

interface IngredientRowProps {
  line: DraftLine;
  prices: Prices;
  /** Semi-products, as the search finds them. */
  semis: readonly ShownItem[];
  /** The amount of a line that was just added is typed at once. */
  isNew: boolean;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
  onNext: () => void;
}

function nameOf({ text, itemId, dishId }: DraftLine, { items, semis }: Prices): string {
  return (itemId === null ? semis.get(dishId ?? 0)?.name : items.get(itemId)?.name) ?? text;
}

/** Asks which item an ingredient is that nobody has decided. */
function Undecided({ line, semis, onChange }: Pick<IngredientRowProps, 'line' | 'semis' | 'onChange'>) {
  const pick = usePick(
    ({ id }) => onChange({ ...line, itemId: id > 0 ? id : null, dishId: id < 0 ? -id : null }),
    semis,
  );
  return (
    <div className={classes.ask}>
      <PickItem
        pick={pick}
        size="sm"
        label={`${line.text}: найти позицию`}
        isLabelHidden
        placeholder="Какая это позиция?"
        onEmpty={() => {}}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`${line.text}: не считать`}
        onClick={() => onChange({ ...line, skipped: true })}
      >
        Не считать
      </Button>
    </div>
  );
}

/** One ingredient: what it is, how much of it, and what it costs; Enter goes on. */
export function IngredientRow({ line, prices, semis, isNew, onChange, onRemove, onNext }: IngredientRowProps) {
  const { worth, question } = lineWorth(line, prices);
  const name = nameOf(line, prices);
  const lacksFact = question !== undefined && line.itemId !== null && amountOf(line, prices).error === undefined;
  const isUndecided = line.itemId === null && line.dishId === null && !line.skipped;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.ctrlKey) return;
    event.preventDefault();
    onNext();
  }

  return (
    <li className={classes.ingredient}>
      <div className={classes.what}>
        <span className={classes.name}>{name}</span>
        {line.text !== name && <span className={classes.dim}>в файле «{line.text}»</span>}
        {isUndecided && <Undecided line={line} semis={semis} onChange={onChange} />}
      </div>
      <TextInput
        size="sm"
        className={classes.amount}
        aria-label={`${name}: сколько`}
        placeholder="30 мл"
        autoComplete="off"
        autoFocus={isNew}
        disabled={line.skipped}
        value={line.amount}
        onChange={(event) => onChange({ ...line, amount: event.currentTarget.value, quantity: null })}
        onKeyDown={onKeyDown}
      />
      <span className={classes.worth}>
        {line.skipped && <span className={classes.dim}>не считаем</span>}
        {!line.skipped && worth !== undefined && formatMoney(roublesOf(worth))}
        {question !== undefined && <span className={classes.question}>{question}</span>}
        {lacksFact && (
          // beside the recipe, which is not saved yet
          <Anchor component={Link} to={`/?item=${line.itemId}&tab=data`} target="_blank" size="sm">
            В карточку
          </Anchor>
        )}
      </span>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Убрать: ${name}`} onClick={onRemove}>
        <X size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
