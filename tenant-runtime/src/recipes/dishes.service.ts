import { type Knex, sqlState, UNIQUE_VIOLATION } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Dish, DishDetails } from '../../contract/recipes.endpoints.ts';
import type { AddDish, DishesFilter, SaveRecipe, UpdateDish } from '../../contract/recipes.ts';
import type { Actor } from '../changes/changes.service.ts';
import { searchName } from '../search-name.ts';
import type { DishRow } from '../tables.ts';
import { selectBook, selectUsersOf } from './book.queries.ts';
import { detailsView, dishView, shownOf } from './dish-view.ts';
import { deleteRecipe, findDish, findDishByKey, insertDish, lockDish, updateDishRow } from './recipes.queries.ts';
import { writeRecipe } from './writing.ts';

export interface DishDeps {
  db: Knex;
  clock: () => Date;
  timezone: string;
  /** Called after the commit, when dishes or recipes have changed. */
  onChange: () => void;
}

interface Page {
  offset: number;
  limit: number;
  sort: string;
  order: 'asc' | 'desc';
}

const noDish = (): NotFound => new NotFound('Такого блюда нет');

async function uniquelyNamed<T>(write: Promise<T>): Promise<T> {
  return write.catch((error: unknown) => {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    throw new Conflict('dish_exists', 'Такое блюдо уже есть', { name: 'Такое блюдо уже есть' });
  });
}

const toKopecks = (roubles: number | null | undefined): number | null =>
  roubles == null ? null : Math.round(roubles * 100);

/** Returns the columns that an update names; a semi-product has a unit and a dish has none. */
function fieldsOf({ price, unit, kind, code, group, name }: UpdateDish, present: DishRow): Partial<DishRow> {
  const given: Partial<DishRow> = {
    ...(name !== undefined && { name }),
    ...(code !== undefined && { code: code || null }),
    ...(group !== undefined && { group: group || null }),
    ...(price !== undefined && { price: toKopecks(price) }),
    ...(kind !== undefined && { kind }),
  };
  const isSemi = (kind ?? present.kind) === 'semi';
  const wanted = isSemi ? (unit ?? present.unit ?? 'л') : null;
  return wanted === present.unit ? given : { ...given, unit: wanted };
}

const isFound = ({ search, kind, questions }: DishesFilter, { name, code, group, ...dish }: Dish): boolean =>
  (kind === undefined || dish.kind === kind) &&
  (questions === undefined || dish.questions > 0) &&
  (!search || [name, code, group].some((text) => searchName(text ?? '').includes(searchName(search))));

/** Dishes without the figure come last, in either order. */
function sorted(dishes: Dish[], { sort, order }: Page): Dish[] {
  const by = (dish: Dish): number | null => (sort === 'name' ? null : dish[sort as 'cost' | 'margin' | 'questions']);
  const sign = order === 'desc' ? -1 : 1;
  return dishes.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left !== null && right !== null && left !== right) return (left - right) * sign;
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    return a.name.localeCompare(b.name, 'ru') * (sort === 'name' ? sign : 1) || a.id - b.id;
  });
}

/** Dishes, semi-products and the revisions of their recipes. */
export function createDishes({ db, clock, timezone, onChange }: DishDeps) {
  const today = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone: timezone }).format(clock());

  async function details(id: number): Promise<DishDetails> {
    const book = await selectBook(db);
    const dish = book.dishes.get(id);
    if (!dish) throw noDish();
    return detailsView(shownOf(book, today()), dish);
  }

  return {
    today,
    details,

    async list(filter: DishesFilter, page: Page): Promise<{ dishes: Dish[]; total: number }> {
      const book = await selectBook(db);
      const shown = shownOf(book, today());
      const found = [...book.dishes.values()]
        .map((dish) => dishView(shown, dish))
        .filter((dish) => isFound(filter, dish));
      return { dishes: sorted(found, page).slice(page.offset, page.offset + page.limit), total: found.length };
    },

    /** Adds a dish, once for each key. */
    async add({ key, name, code, kind, unit, price, group }: AddDish): Promise<DishDetails> {
      const before = await findDishByKey(db, key);
      if (before) return details(before.id);
      const id = await uniquelyNamed(
        insertDish(db, {
          key,
          name,
          code: code || null,
          kind: kind ?? 'dish',
          unit: kind === 'semi' ? (unit ?? 'л') : null,
          price: toKopecks(price),
          group: group || null,
          created_at: clock(),
        }),
      );
      onChange();
      return details(id);
    },

    async update(id: number, input: UpdateDish): Promise<DishDetails> {
      const present = await findDish(db, id);
      if (!present) throw noDish();
      if (!(await uniquelyNamed(updateDishRow(db, id, fieldsOf(input, present))))) throw noDish();
      onChange();
      return details(id);
    },

    async remove(id: number): Promise<void> {
      await db.transaction(async (trx) => {
        if (!(await lockDish(trx, id))) throw noDish();
        const users = await selectUsersOf(trx, id);
        if (users.length > 0) {
          const names = users.map(({ name }) => `«${name}»`).join(', ');
          throw new Conflict('dish_used', `Заготовка входит в рецепты: ${names}. Уберите её оттуда`);
        }
        await updateDishRow(trx, id, { removed_at: clock() });
      });
      onChange();
    },

    async save(id: number, input: SaveRecipe, actor: Actor): Promise<DishDetails> {
      if (input.lines.length === 0)
        throw new InvalidInput('Нет ни одного ингредиента', { lines: 'Добавьте ингредиент' });
      await db.transaction(async (trx) => {
        if (!(await lockDish(trx, id))) throw noDish();
        await writeRecipe({ trx, userId: actor?.id ?? null, at: clock() }, id, input);
      });
      onChange();
      return details(id);
    },

    async removeRecipe(id: number, recipeId: number): Promise<DishDetails> {
      if (!(await findDish(db, id))) throw noDish();
      if ((await deleteRecipe(db, id, recipeId)) === 0) throw new NotFound('Такого рецепта нет');
      onChange();
      return details(id);
    },
  };
}
export type Dishes = ReturnType<typeof createDishes>;
