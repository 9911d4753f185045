import { Button, TextInput } from '@mantine/core';
import { formatMoney, formatQuantity, quoted } from '@ostatok/kit/web/format.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type KeyboardEvent, memo, useRef, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { usePrinting } from '../../rows/use-page-rows.ts';
import { itemsInWords } from '../../ui/words.ts';
import { useVenue } from '../../venue/venue.ts';
import { useIsAdmin } from '../../workspace/workspace.ts';
import { CopyText } from './CopyText.tsx';
import { ItemSupplier } from './ItemSupplier.tsx';
import classes from './Order.module.css';
import {
  type ChosenRow,
  chosenOf,
  chosenText,
  linesOf,
  type OrderRow,
  orderText,
  proposedText,
  type SupplierRows,
  type TypedAmount,
  typedText,
  worthOf,
} from './order-text.ts';

function About({ row: { item, quantity, par, on_order } }: { row: OrderRow }) {
  return (
    <>
      <Link className={classes.name} to={`/?item=${item.id}`}>
        {item.name}
      </Link>
      <span className={classes.under}>
        есть {formatQuantity(quantity)} из {formatQuantity(par, item.unit)}
        {on_order > 0 && ` · едет ${formatQuantity(on_order)}`}
        {item.article && ` · арт. ${item.article}`}
      </span>
    </>
  );
}

/** Goes to the next amount, and after the last to the button that orders. */
function toNext(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const field = event.currentTarget;
  const section = field.closest('section');
  const fields = [...(section?.querySelectorAll<HTMLElement>('input[data-amount]') ?? [])];
  const next = fields[fields.indexOf(field) + 1] ?? section?.querySelector<HTMLElement>('button[data-order]');
  next?.focus();
}

/** A field for each of thousands of rows would be slow to draw; those that are not drawn are ordered all the same. */
const ROWS = 100;

interface LineProps {
  row: OrderRow;
  /** What an administrator has typed; undefined while the proposal stands. */
  typed: string | undefined;
  /** Null for who may not order. */
  onType: ((row: OrderRow, text: string) => void) | null;
}

function Amount({ row, typed, onType }: LineProps) {
  const quantity = chosenOf(row, typed);
  const under = row.pack && quantity !== null && quantity > 0 && formatQuantity(quantity, row.item.unit);
  if (!onType) {
    return (
      <>
        <b className={classes.amount}>{chosenText({ row, quantity: row.order })}</b>
        {under && <span className={classes.under}>{under}</span>}
      </>
    );
  }
  return (
    <>
      <span className={classes.field}>
        <TextInput
          aria-label={`${row.item.name}: сколько заказать`}
          data-amount
          inputMode="decimal"
          autoComplete="off"
          value={typed ?? proposedText(row)}
          error={quantity === null}
          onChange={(event) => onType(row, event.currentTarget.value)}
          onKeyDown={toNext}
          onFocus={(event) => event.currentTarget.select()}
        />
        <span>{row.pack?.unit ?? row.item.unit}</span>
      </span>
      {under && <span className={classes.under}>{under}</span>}
    </>
  );
}

/** Typing into one of many lines draws no other. */
const Line = memo(function Line(props: LineProps) {
  const { row, typed, onType } = props;
  const quantity = chosenOf(row, typed) ?? 0;
  return (
    <tr>
      <td>
        <About row={row} />
        {onType && <ItemSupplier row={row} />}
      </td>
      <td className={classes.number}>
        <Amount {...props} />
      </td>
      <td className={`${classes.number} ${classes.sum}`}>
        {row.cost === null ? '—' : formatMoney(worthOf([{ row, quantity }]))}
      </td>
    </tr>
  );
});

interface ActionsProps {
  supplier: SupplierRows['supplier'];
  /** Null while an amount is not a number. */
  chosen: readonly ChosenRow[] | null;
  note: string;
}

function Actions({ supplier, chosen, note }: ActionsProps) {
  const { name, timezone } = useVenue();
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  // pressing again after a lost answer makes no second order
  const key = useRef(newId());
  const order = useMutation({
    mutationFn: async (supplierId: number) => {
      const body = {
        key: key.current,
        supplier_id: supplierId,
        note: note.trim() || null,
        lines: linesOf(chosen ?? []),
      };
      return (await api.call('POST /api/orders', { body })).order;
    },
    onSuccess: ({ id }) => void navigate(`/order/${id}`),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['report', 'order'], ['orders']] },
  });
  const day = new Date().toLocaleDateString('ru-RU', { day: 'numeric', month: 'long', timeZone: timezone });
  return (
    <div className={classes.actions}>
      {supplier && isAdmin && (
        <Button
          data-order
          leftSection={<Send size={18} aria-hidden />}
          disabled={!chosen?.length}
          loading={order.isPending}
          aria-label={`Заказать: ${supplier.name}`}
          onClick={() => order.mutate(supplier.id)}
        >
          Заказать
        </Button>
      )}
      {!(supplier && isAdmin) && (
        <CopyText label="Скопировать" text={orderText(chosen ?? [], `Заказ для ${quoted(name)}, ${day}`)} />
      )}
    </div>
  );
}

interface SupplierGroupProps {
  group: SupplierRows;
  /** What has been typed instead of the proposals, by item. */
  typed: Record<number, TypedAmount>;
  onType: (row: OrderRow, text: string) => void;
  note: string;
  onNote: (note: string) => void;
}

/** What is needed from one supplier; an administrator changes amounts, and orders. */
export function SupplierGroup({ group: { supplier, rows }, typed, onType, note, onNote }: SupplierGroupProps) {
  const isAdmin = useIsAdmin();
  const [shown, setShown] = useState(ROWS);
  const printing = usePrinting();
  const textOf = (row: OrderRow): string | undefined => typedText(row, typed[row.item.id]);
  const amounts = rows.map((row) => ({ row, quantity: chosenOf(row, textOf(row)) }));
  const isWrong = amounts.some(({ quantity }) => quantity === null);
  const chosen = amounts.flatMap(({ row, quantity }) => (quantity ? [{ row, quantity }] : []));
  return (
    <section>
      <div className={classes.groupHead}>
        <div>
          <h2 className={classes.heading}>
            {supplier && isAdmin ? (
              <Link to={`/suppliers/${supplier.id}`}>{supplier.name}</Link>
            ) : (
              (supplier?.name ?? 'Без поставщика')
            )}
          </h2>
          <p className={classes.totals}>
            {itemsInWords(chosen.length)} на <b>{formatMoney(worthOf(chosen))}</b>
          </p>
        </div>
        <Actions supplier={supplier} chosen={isWrong ? null : chosen} note={note} />
      </div>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Позиция</th>
            <th scope="col" className={classes.number}>
              Заказать
            </th>
            <th scope="col" className={`${classes.number} ${classes.sum}`}>
              На сумму
            </th>
          </tr>
        </thead>
        <tbody>
          {(printing ? rows : rows.slice(0, shown)).map((row) => (
            <Line key={row.item.id} row={row} typed={textOf(row)} onType={isAdmin ? onType : null} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button mt="sm" variant="default" onClick={() => setShown(rows.length)}>
          Показать ещё: {itemsInWords(rows.length - shown)}
        </Button>
      )}
      {supplier && isAdmin && (
        <TextInput
          className={classes.note}
          aria-label={`${supplier.name}: примечание к заказу`}
          placeholder="Примечание к заказу: его увидит поставщик"
          autoComplete="off"
          maxLength={500}
          value={note}
          onChange={(event) => onNote(event.currentTarget.value)}
        />
      )}
    </section>
  );
}
