import { Button, TextInput } from '@mantine/core';
import { measureOf } from '@ostatok/tenant-runtime/contract/recipe-measures.ts';
import type { FoundIngredient, RecipeFile } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import type { DecideNames } from '@ostatok/tenant-runtime/contract/recipes.ts';
import { Check } from 'lucide-react';
import { useCallback, useState } from 'react';
import { toFieldNumber, toFieldText } from '../../forms/quantity-input.ts';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import classes from './Recipes.module.css';

export type NameDecision = DecideNames['names'][number];
type Decide = (decision: NameDecision) => void;

const isDecided = ({ item, dish, skipped }: FoundIngredient): boolean => Boolean(item || dish || skipped);

/** A likeness is never certain. */
const percentOf = (confidence: number): number => Math.min(99, Math.floor(confidence * 100));

interface AskProps {
  ingredient: FoundIngredient;
  /** The search is where the focus was, on the button that asked for it. */
  isChanging: boolean;
  onDecide: Decide;
}

function Ask({ ingredient: { key, text, proposals }, isChanging, onDecide }: AskProps) {
  const pick = usePick(({ id }) => onDecide({ key, item_id: id }));
  const focus = useCallback((field: HTMLInputElement | null) => void (isChanging && field?.focus()), [isChanging]);
  return (
    <div className={classes.ask}>
      {proposals.map(({ item_id, name, confidence }, index) => (
        <Button
          key={item_id}
          size="compact-md"
          variant={index === 0 ? 'light' : 'default'}
          leftSection={<Check size={16} aria-hidden />}
          aria-label={`${text}: это ${name} · ${percentOf(confidence)} %`}
          onClick={() => onDecide({ key, item_id })}
        >
          {name} · {percentOf(confidence)} %
        </Button>
      ))}
      <PickItem
        pick={pick}
        fieldRef={focus}
        size="sm"
        label={`${text}: найти позицию`}
        isLabelHidden
        placeholder={proposals.length > 0 ? 'Другая позиция' : 'Какая это позиция?'}
        onEmpty={() => {}}
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`${text}: не считать`}
        onClick={() => onDecide({ key, skipped: true })}
      >
        Не считать
      </Button>
    </div>
  );
}

/** A piece of what is bought by the kilogram or the litre weighs what a person says. */
function Factor({
  ingredient: { key, item, units, factor },
  onDecide,
}: {
  ingredient: FoundIngredient;
  onDecide: Decide;
}) {
  const [text, setText] = useState(toFieldText(factor));
  const unit = units.find((one) => measureOf(one)?.of === 'piece');
  if (!item || item.unit === 'шт' || !unit) return null;
  const save = (): void => {
    const given = toFieldNumber(text);
    if (given === factor || (given !== null && !(given > 0))) return;
    onDecide({ key, item_id: item.id, factor: given });
  };
  return (
    <TextInput
      size="sm"
      w="9rem"
      label={`1 ${unit} — это, ${item.unit}`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  );
}

function Ingredient({
  ingredient,
  isOpen,
  onDecide,
}: {
  ingredient: FoundIngredient;
  isOpen: boolean;
  onDecide: Decide;
}) {
  const [changing, setChanging] = useState(false);
  const { text, units, lines, item, dish, skipped } = ingredient;
  const known = item?.name ?? dish?.name ?? (skipped ? 'не считаем' : null);
  const decide: Decide = (decision) => {
    setChanging(false);
    onDecide(decision);
  };
  return (
    <li className={classes.found}>
      <div className={classes.what}>
        <span className={classes.name}>{text}</span>
        <span className={classes.dim}>{[`строк: ${lines}`, ...units].join(', ')}</span>
      </div>
      {isOpen && (changing || !known) && <Ask ingredient={ingredient} isChanging={changing} onDecide={decide} />}
      {known && !changing && (
        <div className={classes.known}>
          <span>{known}</span>
          <Factor key={item?.id} ingredient={ingredient} onDecide={decide} />
          {isOpen && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              aria-label={`${text}: изменить`}
              onClick={() => setChanging(true)}
            >
              Изменить
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Asks what the ingredients of a file are, those first that nobody has decided. */
export function FileIngredients({ file, onDecide }: { file: RecipeFile; onDecide: Decide }) {
  const [first] = useState(() => new Set(file.ingredients.filter((one) => !isDecided(one)).map(({ key }) => key)));
  const sorted = file.ingredients.toSorted((a, b) => Number(first.has(b.key)) - Number(first.has(a.key)));
  return (
    <ul className={classes.list} aria-label="Ингредиенты">
      {sorted.map((ingredient) => (
        <Ingredient key={ingredient.key} ingredient={ingredient} isOpen={file.status === 'draft'} onDecide={onDecide} />
      ))}
    </ul>
  );
}

export const undecidedIn = ({ ingredients }: RecipeFile): number => ingredients.filter((one) => !isDecided(one)).length;
