import { Anchor, Button, Text, Title } from '@mantine/core';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { TillDish } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { DecidedTillDish } from '@ostatok/tenant-runtime/contract/sales.ts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { isSlash, isTyping } from '../../keyboard/keys.ts';
import { useKeyDown } from '../../keyboard/use-key-down.ts';
import { Failure } from '../../ui/Failure.tsx';
import { DishRow } from './DishRow.tsx';
import classes from './Sales.module.css';
import { useDecide, useOpenDishes } from './sales.ts';

/** The dishes that matter, and how many more are shown at a time. */
const TEN = 10;
const MORE = 40;
/** Decisions that can be taken back at a glance. */
const RECENT = 5;

type Decision = Omit<DecidedTillDish, 'id'>;

/** Puts the focus on what is asked of a dish, or of the first one. */
function focusDish(list: HTMLElement | null, after: number | null): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-dish]') ?? [])];
  const at = rows.findIndex((row) => Number(row.dataset.dish) === after);
  const row = rows[at + 1] ?? rows[0];
  row?.scrollIntoView({ block: 'nearest' });
  row?.querySelector<HTMLElement>('[data-decide] :is(button, input)')?.focus();
}

const dishAt = (target: EventTarget | null): number | null => {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-dish]') : null;
  return row ? Number(row.dataset.dish) : null;
};

const isPlain = ({ ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  !(ctrlKey || altKey || metaKey || shiftKey);

interface RecentProps {
  dishes: readonly TillDish[];
  onUndo: (dish: TillDish) => void;
}

function Recent({ dishes, onUndo }: RecentProps) {
  if (dishes.length === 0) return null;
  return (
    <ul className={classes.recent} aria-label="Только что решено">
      {dishes.map((dish) => (
        <li key={dish.id} className={classes.decidedDish}>
          <span className={classes.breaking}>
            {dish.name} → {dish.item?.name ?? dish.dish?.name ?? 'не на складе'}
          </span>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onUndo(dish)}>
            Вернуть
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What tills have sold and nobody has said what it is, by money: mending the first ten mends most of it. */
export function OpenDishes() {
  const [limit, setLimit] = useState(TEN);
  const { data, error, refetch } = useOpenDishes(limit);
  const [recent, setRecent] = useState<TillDish[]>([]);
  const list = useRef<HTMLOListElement>(null);
  const decide = useDecide(([decided]) => {
    if (!decided || decided.state === 'open') return;
    setRecent((before) => [decided, ...before.filter((one) => one.id !== decided.id)].slice(0, RECENT));
  });
  const acceptSure = useDecide();
  const dishes = data?.dishes ?? [];

  function save(id: number, decision: Decision): void {
    focusDish(list.current, id);
    decide.mutate([{ id, ...decision }]);
  }

  function undo({ id }: TillDish): void {
    setRecent((before) => before.filter((one) => one.id !== id));
    decide.mutate([{ id }]);
  }

  const sure = dishes.flatMap(({ id, item, proposals: [first] }) =>
    item === null && first?.sure && first.factor !== null ? [{ id, item_id: first.item_id }] : [],
  );

  useKeyDown((event) => {
    if (!isPlain(event) || isTyping(event.target) || document.querySelector('[role=dialog]')) return;
    const id = dishAt(event.target);
    const dish = dishes.find((one) => one.id === id);
    const proposed = dish?.proposals[Number(/^Digit([123])$/.exec(event.code)?.[1] ?? 0) - 1];
    const search = id === null ? null : list.current?.querySelector<HTMLElement>(`[data-dish="${id}"] [role=combobox]`);
    if (event.code === 'KeyN') focusDish(list.current, id);
    else if (id !== null && proposed) save(id, { item_id: proposed.item_id });
    else if (id !== null && event.key === 'Delete') save(id, { ignored: true });
    else if (isSlash(event) && search) search.focus();
    else return;
    event.preventDefault();
  });

  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || (data.pagination.total === 0 && recent.length === 0)) return null;
  const { paid, pagination } = data;
  return (
    <section className={classes.part} aria-labelledby="open-title">
      <div className={classes.head}>
        <Title order={2} size="h4" id="open-title">
          Что не сопоставлено
        </Title>
        <Text c="dimmed" size="sm">
          {pagination.total === 0
            ? 'Всё решено'
            : `Блюд: ${pagination.total} на ${formatMoney(paid.open)} из ${formatMoney(paid.all)}`}
        </Text>
      </div>
      {pagination.total > 0 && (
        <Text c="dimmed" size="sm">
          Бутылке нужна позиция, коктейлю — рецепт с таким же названием.{' '}
          <Anchor component={Link} to="/recipes" inherit underline="always">
            Загрузить рецепты
          </Anchor>
        </Text>
      )}
      {sure.length > 1 && (
        <Button
          variant="light"
          className={classes.sure}
          loading={decide.isPending || acceptSure.isPending}
          onClick={() => acceptSure.mutate(sure)}
        >
          Принять очевидные: {sure.length}
        </Button>
      )}
      <Recent dishes={recent} onUndo={undo} />
      <ol ref={list} className={classes.list} aria-label="Не сопоставлено">
        {dishes.map((dish) => (
          <DishRow
            key={`${dish.id} ${dish.item?.id ?? ''}`}
            dish={dish}
            onDecide={(decision) => save(dish.id, decision)}
            onNext={() => focusDish(list.current, dish.id)}
          />
        ))}
      </ol>
      {pagination.total > dishes.length && (
        <Button variant="default" onClick={() => setLimit(limit + MORE)}>
          Показать ещё
        </Button>
      )}
    </section>
  );
}
