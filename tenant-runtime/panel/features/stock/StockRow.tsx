import { formatDelta, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { CircleAlert, Clock3, Diff, Minus, Pencil, Plus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { differenceOf } from '../../stock/stock-filter.ts';
import { Delta } from '../../ui/Delta.tsx';
import { HIDDEN } from '../../ui/shown.ts';
import { Tick } from '../../ui/Tick.tsx';
import type { ChangeMode } from './change-draft.ts';
import classes from './StockTable.module.css';

export interface RowActions {
  change: (item: ShownItem, mode: ChangeMode) => void;
  /** Absent when the user may not edit. */
  edit?: (item: ShownItem) => void;
  focus: (index: number) => void;
  /** Absent when the user may not select; `extend` selects the range from the last selected row. */
  select?: (item: ShownItem, extend: boolean) => void;
}

export interface StockRowProps {
  item: ShownItem;
  index: number;
  top: number;
  /** Including changes not yet sent. */
  quantity: number | null;
  state: 'settled' | 'waiting' | 'refused';
  /** The parts of «+0,7 л — Анна, только что», or only the time of an old change; null when the stock never changed. */
  last: { change: { delta: number | null; who: string } | null; when: string } | null;
  /** Differs for every change seen, so that the highlight restarts; null when the row is not highlighted. */
  warmth: number | null;
  active: boolean;
  selected: boolean;
  actions: RowActions;
}

function RowState({ state }: Pick<StockRowProps, 'state'>) {
  if (state === 'settled') return null;
  const words = state === 'waiting' ? 'Ждёт отправки' : 'Не принято, смотрите над таблицей';
  const Icon = state === 'waiting' ? Clock3 : CircleAlert;
  return (
    <span className={classes.state} data-state={state} role="img" aria-label={words} title={words}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

interface RowButtonProps {
  label: string;
  where?: string | undefined;
  tabIndex?: number;
  onClick: () => void;
  children: ReactNode;
}

/** A plain button, because dozens of rows are rendered within one frame while scrolling. */
function RowButton({ label, where = '', tabIndex, onClick, children }: RowButtonProps) {
  return (
    <button
      type="button"
      className={`${classes.button} ${where}`}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function Buttons({ item, actions, active }: Pick<StockRowProps, 'item' | 'actions' | 'active'>) {
  const shared = { tabIndex: active ? 0 : -1, where: classes.deskOnly };
  return (
    <>
      <RowButton
        label={`Изменить: ${item.name}`}
        where={classes.phoneOnly}
        onClick={() => actions.change(item, 'minus')}
      >
        <Diff size={22} aria-hidden />
      </RowButton>
      <RowButton {...shared} label={`Расход: ${item.name}`} onClick={() => actions.change(item, 'minus')}>
        <Minus size={20} aria-hidden />
      </RowButton>
      <RowButton {...shared} label={`Приход: ${item.name}`} onClick={() => actions.change(item, 'plus')}>
        <Plus size={20} aria-hidden />
      </RowButton>
      {actions.edit && (
        <RowButton {...shared} label={`Карточка: ${item.name}`} onClick={() => actions.edit?.(item)}>
          <Pencil size={16} aria-hidden />
        </RowButton>
      )}
    </>
  );
}

function Last({ last: { change, when }, unit }: { last: NonNullable<StockRowProps['last']>; unit: string }) {
  if (!change) return when;
  return (
    <>
      <Delta value={change.delta} unit={unit} /> — {change.who}, {when}
    </>
  );
}

export const StockRow = memo(function StockRow(props: StockRowProps) {
  const { item, index, top, quantity, state, last, warmth, active, selected, actions } = props;
  const difference = differenceOf({ quantity, expected: item.expected });
  const low = item.par !== null && quantity !== null && quantity < item.par;
  return (
    <tr
      tabIndex={active ? 0 : -1}
      aria-rowindex={index + 2}
      data-index={index}
      data-item={item.id}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-selected={actions.select ? selected : undefined}
      onFocus={() => actions.focus(index)}
    >
      {actions.select && (
        <td className={classes.select}>
          <Tick
            label={`Выбрать: ${item.name}`}
            checked={selected}
            onChange={({ shiftKey }) => actions.select?.(item, shiftKey)}
          />
        </td>
      )}
      <td className={classes.name}>
        {warmth !== null && <span key={warmth} className={classes.warmth} aria-hidden />}
        <span className={classes.title} title={item.name}>
          {item.name}
        </span>
        <span className={classes.under}>
          {last?.change ? <Last last={last} unit={item.unit} /> : item.category || 'Без категории'}
        </span>
      </td>
      <td className={classes.category} title={item.category}>
        {item.category || '—'}
      </td>
      <td className={classes.quantity} data-negative={quantity !== null && quantity < 0}>
        <RowState state={state} />
        {low && (
          <span className={classes.low} title={`Меньше нормы ${formatQuantity(item.par, item.unit)}`}>
            мало
          </span>
        )}
        <span>
          {quantity === null ? (
            <span className={classes.hidden}>{HIDDEN}</span>
          ) : (
            <span className={classes.number}>{formatQuantity(quantity)}</span>
          )}
          <span className={classes.unit}>{item.unit}</span>
        </span>
      </td>
      <td className={classes.expected}>{item.hidden ? HIDDEN : formatQuantity(item.expected)}</td>
      <td className={classes.difference} data-sign={Math.sign(difference ?? 0)}>
        {difference === 0 ? '0' : formatDelta(difference)}
      </td>
      <td className={classes.last}>{last ? <Last last={last} unit={item.unit} /> : '—'}</td>
      <td className={classes.buttons}>
        <Buttons item={item} actions={actions} active={active} />
      </td>
    </tr>
  );
});
