import { Alert } from '@mantine/core';
import { formatMoney, formatQuantity } from '@ostatok/kit/web/format.ts';
import type { OrderCheck as Check, DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { Link } from 'react-router';
import classes from './Deliveries.module.css';
import { openLines } from './delivery-lines.ts';

type Row = Check['short'][number];

const quantities = ({ item, ordered, came }: Row): string =>
  `${formatQuantity(came)} из ${formatQuantity(ordered, item.unit)}`;

const inOtherUnits = ({ item, ordered, ordered_unit, came }: Check['other_unit'][number]): string =>
  `заказано ${formatQuantity(ordered, ordered_unit)}, пришло ${formatQuantity(came, item.unit)}`;

interface PartProps<One> {
  title: string;
  rows: readonly One[];
  text: (row: One) => string;
}

function Part<One extends Pick<Row, 'item'>>({ title, rows, text }: PartProps<One>) {
  if (rows.length === 0) return null;
  return (
    <div>
      <b>{title}</b>
      <ul className={classes.warnings}>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one item may wait in several orders, and the rows have no state
          <li key={`${row.item.id}-${index}`}>
            {row.item.name}: {text(row)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Orders({ numbers }: { numbers: readonly number[] }) {
  return numbers.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      <Link to={`/order/${id}`} className={classes.order}>
        № {id}
      </Link>
    </span>
  ));
}

/** What is short, over, at another price, in another unit and not ordered. */
export function OrderCheck({ delivery: { order_check: check, rows } }: { delivery: DeliveryDetails }) {
  if (!check) return null;
  const { orders, lines, short, over, priced, unordered, other_unit } = check;
  const open = openLines(rows).length;
  const differs = short.length + over.length + priced.length + unordered.length + other_unit.length > 0;
  return (
    <Alert
      variant="light"
      color={differs ? 'amber' : 'teal'}
      title={
        <>
          {differs ? 'Расходится с заказом ' : 'Всё сходится с заказом '}
          <Orders numbers={orders} />
        </>
      }
    >
      {open > 0 && <p className={classes.nothing}>Не решено строк: {open}. Среди них может быть недостающее</p>}
      <Part title={`Не довезли ${short.length} из ${lines}`} rows={short} text={quantities} />
      <Part title="Больше заказанного" rows={over} text={quantities} />
      <Part
        title="Другая цена"
        rows={priced}
        text={({ item, ordered, came }) => `${formatMoney(came)} за ${item.unit}, была ${formatMoney(ordered)}`}
      />
      <Part title="Заказано в другой единице, закройте заказ сами" rows={other_unit} text={inOtherUnits} />
      <Part title="Не заказывали" rows={unordered} text={({ item, came }) => formatQuantity(came, item.unit)} />
    </Alert>
  );
}
