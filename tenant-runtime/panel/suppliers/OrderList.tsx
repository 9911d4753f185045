import { Badge } from '@mantine/core';
import { formatDateTime, formatMoney } from '@ostatok/kit/web/format.ts';
import type { Order } from '@ostatok/tenant-runtime/contract/orders.endpoints.ts';
import { Link } from 'react-router';
import { useVenue } from '../venue/venue.ts';
import classes from './OrderList.module.css';
import { orderStates } from './orders.ts';

export const OrderBadge = ({ state }: Pick<Order, 'state'>) => (
  <Badge color={orderStates[state].colour}>{orderStates[state].label}</Badge>
);

function Row({ order }: { order: Order }) {
  const { timezone } = useVenue();
  const { id, supplier, state, created_at, lines, open_lines, worth } = order;
  return (
    <li>
      <Link to={`/order/${id}`} className={classes.row}>
        <span className={classes.name}>
          № {id} · {supplier.name}
        </span>
        <span className={classes.under}>
          {formatDateTime(created_at, timezone)}
          {state === 'sent' ? ` · ждём ${open_lines} из ${lines}` : ` · позиций: ${lines}`}
        </span>
        <span className={classes.worth}>{worth > 0 ? formatMoney(worth) : '—'}</span>
        <span className={classes.state}>
          <OrderBadge state={state} />
        </span>
      </Link>
    </li>
  );
}

export function OrderList({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={classes.list} aria-label="Заказы">
      {orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </ul>
  );
}
