import type { Knex } from '@ostatok/kit/node/db.ts';
import { forgetQuantities, selectOrdersInOtherUnits } from './unit-change-sql.ts';

/** So many items, and orders, are named in what is said. */
const NAMED = 5;

/** Says what other units have made of items that have been written in them, and forgets what cannot be kept. */
export async function settleUnits(
  trx: Knex.Transaction,
  ids: readonly number[],
  said: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const forgotten = await forgetQuantities(trx, ids);
  const orders = await selectOrdersInOtherUnits(trx, ids);
  return [
    ...said.slice(0, NAMED),
    ...(said.length > NAMED ? [`И ещё позиций: ${said.length - NAMED}`] : []),
    ...(forgotten > 0 ? ['Количества в рецептах, кассе и черновиках поставок спросим заново'] : []),
    ...orders
      .slice(0, NAMED)
      .map(
        ({ order_id, name, unit }) =>
          `Заказ № ${order_id} ждёт «${name}» в «${unit}»: закройте его, когда товар придёт`,
      ),
  ];
}
