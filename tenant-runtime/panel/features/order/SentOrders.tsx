import { Button } from '@mantine/core';
import { useState } from 'react';
import { OrderList } from '../../suppliers/OrderList.tsx';
import { useOrders } from '../../suppliers/orders.ts';
import classes from './Order.module.css';

/** Orders that are waited for, and on request all of them. */
export function SentOrders() {
  const [all, setAll] = useState(false);
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useOrders(all ? {} : { state: 'sent' });
  if (!data) return null;
  const orders = data.pages.flatMap((page) => page.orders);
  return (
    <section>
      <div className={classes.groupHead}>
        <h2 className={classes.heading}>{all ? 'Все заказы' : 'Уже заказано'}</h2>
        <Button variant="subtle" color="gray" onClick={() => setAll(!all)}>
          {all ? 'Только те, что ждём' : 'Показать все заказы'}
        </Button>
      </div>
      {orders.length > 0 ? (
        <OrderList orders={orders} />
      ) : (
        <p className={classes.totals}>{all ? 'Заказов ещё не было' : 'Сейчас ничего не ждём'}</p>
      )}
      {hasNextPage && (
        <Button mt="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </section>
  );
}
