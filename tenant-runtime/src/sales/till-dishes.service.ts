import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { TillDish } from '../../contract/sales.endpoints.ts';
import type { DecidedTillDish, DecideTillDishes, TillDishesFilter } from '../../contract/sales.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { TillDishRow } from '../tables.ts';
import { servingFactor } from './factor.ts';
import { roubles, tillDishView } from './sales-view.ts';
import {
  countDishes,
  type ItemOfDish,
  type ListedTillDish,
  listTillDishes,
  lockTillDishes,
  selectItems,
  selectPaid,
  selectTillDishes,
  updateTillDish,
} from './till-dishes.queries.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  onChange: () => void;
}

const noDish = (): NotFound => new NotFound('Такого блюда кассы нет');

/** The columns of a decision. An item brings the factor of the serving where none is given. */
function fieldsOf(
  { item_id = null, dish_id = null, factor, ignored = false }: DecidedTillDish,
  row: TillDishRow,
  item: ItemOfDish | undefined,
): Pick<TillDishRow, 'item_id' | 'dish_id' | 'factor' | 'ignored'> {
  const own = item ? servingFactor(row, item) : null;
  const chosen = factor === undefined ? own : factor;
  return { item_id, dish_id, ignored, factor: item && chosen !== null ? chosen.toFixed(6) : null };
}

/** What tills sell, and what people have said that it is. */
export function createTillDishes({ db, clock, onChange }: Deps) {
  async function views(rows: readonly ListedTillDish[]): Promise<TillDish[]> {
    const proposed = rows.flatMap(({ proposals }) => (proposals ?? []).map(({ item_id }) => item_id));
    const items = new Map((await selectItems(db, [...new Set(proposed)])).map((item) => [item.id, item]));
    return rows.map((row) => tillDishView(row, items));
  }

  return {
    async list(filter: TillDishesFilter, page: { offset: number; limit: number; order: 'asc' | 'desc' }) {
      const { rows, total } = await listTillDishes(db, filter, page);
      const { all, open } = await selectPaid(db);
      return { dishes: await views(rows), paid: { all: roubles(all), open: roubles(open) }, total };
    },

    /** Writes decisions, all or none; they hold for what was sold and for what will be. */
    async decide({ dishes }: DecideTillDishes, actor: Actor): Promise<TillDish[]> {
      const decided = new Map(dishes.map((dish) => [dish.id, dish]));
      const ids = [...decided.keys()];
      await db.transaction(async (trx) => {
        const rows = await lockTillDishes(trx, ids);
        if (rows.length < ids.length) throw noDish();
        const wanted = [...new Set(dishes.flatMap(({ item_id }) => item_id ?? []))];
        const items = new Map((await selectItems(trx, wanted)).map((item) => [item.id, item]));
        if (items.size < wanted.length) throw new InvalidInput('Такой позиции нет', { item_id: 'Такой позиции нет' });
        const named = [...new Set(dishes.flatMap(({ dish_id }) => dish_id ?? []))];
        if ((await countDishes(trx, named)) < named.length) {
          throw new InvalidInput('Такого блюда нет', { dish_id: 'Такого блюда нет' });
        }
        for (const row of rows) {
          const decision = decided.get(row.id) as DecidedTillDish;
          const { item_id, dish_id, ignored } = decision;
          const targets = [item_id, dish_id, ignored].filter(Boolean);
          if (targets.length > 1) {
            throw new InvalidInput('Выберите одно: позицию, блюдо или «не на складе»', { dishes: 'Выберите одно' });
          }
          const item = item_id ? items.get(item_id) : undefined;
          const isUndo = targets.length === 0;
          await updateTillDish(trx, row.id, {
            ...fieldsOf(decision, row, item),
            decided_by: isUndo ? null : (actor?.id ?? null),
            decided_at: isUndo ? null : clock(),
          });
        }
      });
      onChange();
      return views(await selectTillDishes(db, ids));
    },
  };
}
