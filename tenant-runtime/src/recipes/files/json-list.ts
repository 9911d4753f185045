import { decimalOf, roundedTo, times } from '@ostatok/kit/node/decimal.ts';
import type { RecipeFileKind } from '../../../contract/recipes.ts';
import { amountOf } from './ingredient-text.ts';
import { amountOfText, type Fields, isFields, listOf, textIn } from './json-fields.ts';
import { type Gathered, gathered, ingredientOf, type ReadRecipes } from './recipe-file.ts';
import { badPlace, refused } from './refusals.ts';

const INGREDIENTS = ['ingredients', 'items', 'composition', 'recipe', 'lines', 'состав', 'ингредиенты'];
const NAMES = ['name', 'product_name', 'dish_name', 'dish', 'title', 'название', 'наименование'];
const INGREDIENT_NAMES = [
  'itemName',
  'ingredient_name',
  'ingredientName',
  'productName',
  'ingredient',
  'item',
  ...NAMES,
];
const AMOUNTS = ['qty', 'quantity', 'amount', 'brutto', 'gross', 'volume', 'количество'];
const UNITS = ['unit', 'measure', 'uom', 'единица'];
const PRICES = ['sellPrice', 'sell_price', 'price', 'цена'];
const CODES = ['code', 'plu', 'pos_code', 'product_id', 'код'];

const ingredientsIn = (dish: Fields): Fields[] => {
  const name = INGREDIENTS.find((one) => Array.isArray(dish[one]));
  return name === undefined ? [] : listOf(dish[name]);
};
const isDish = (value: unknown): value is Fields =>
  isFields(value) && textIn(value, ...NAMES) !== null && INGREDIENTS.some((name) => Array.isArray(value[name]));

const DEEPEST = 4;

/** Finds the dishes of any list: alone, within an answer, or beside each other. */
function dishesIn(value: unknown, depth = 0): Fields[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return value.flatMap((one) => dishesIn(one, depth + 1));
  if (!isFields(value)) return [];
  if (isDish(value)) return [value];
  return Object.values(value).flatMap((one) => dishesIn(one, depth + 1));
}

const MAX_KOPECKS = 1_000_000_000n;
function kopecksOf(text: string | null, place: string): number | null {
  const roubles = text === null ? undefined : decimalOf(text);
  if (!roubles) return null;
  const kopecks = roundedTo(0, times(roubles, { digits: 100n, scale: 0 }));
  if (kopecks < 0n || kopecks > MAX_KOPECKS) throw badPlace(place, 'такой цены быть не может');
  return Number(kopecks);
}

const isPoster = (ingredient: Fields): boolean => 'structure_brutto' in ingredient;
/** Poster keeps goods in kilograms and litres, and writes amounts in recipes in grams and millilitres. */
const POSTER_UNITS: Record<string, string> = { kg: 'г', g: 'г', l: 'мл', ml: 'мл', p: 'шт' };

function addIngredient(
  line: Fields,
  place: string,
  add: (text: string, amount: string | null, unit: string | null) => void,
) {
  const text = textIn(line, ...INGREDIENT_NAMES);
  if (text === null) return;
  if (isPoster(line)) {
    const unit = textIn(line, 'structure_unit', 'ingredient_unit');
    const amount = amountOfText(textIn(line, 'structure_brutto'), place);
    add(text, amount, unit && (POSTER_UNITS[unit] ?? unit));
    return;
  }
  const given = textIn(line, ...AMOUNTS);
  const plain = amountOfText(given, place);
  const written = plain === null && given !== null ? amountOf(given) : { amount: plain, unit: null };
  add(text, written.amount, textIn(line, ...UNITS) ?? written.unit);
}

function addDish(dish: Fields, into: Gathered): void {
  const name = textIn(dish, ...NAMES) ?? '';
  const place = `Блюдо «${name.slice(0, 60)}»`;
  const ingredients = ingredientsIn(dish);
  const start = into.dish({
    name,
    code: textIn(dish, ...CODES),
    size: '',
    group: textIn(dish, 'category', 'category_name', 'group')?.slice(0, 100) ?? null,
    price: ingredients.some(isPoster) ? null : kopecksOf(textIn(dish, ...PRICES), place),
  });
  // answers repeat a dish that they have given whole before
  if (start.lines.length > 0) return;
  for (const line of ingredients) {
    addIngredient(line, place, (text, amount, unit) => into.add(start, ingredientOf(text, amount, unit)));
  }
}

/** Reads a list of dishes, each with its ingredients, whatever its fields are called. */
export function readJsonList(value: unknown): ReadRecipes {
  const dishes = dishesIn(value);
  if (dishes.length === 0) throw refused('not_recipes');
  const into = gathered();
  for (const dish of dishes) addDish(dish, into);
  const kind: RecipeFileKind = dishes.some((dish) => ingredientsIn(dish).some(isPoster)) ? 'poster' : 'json';
  return { kind, dishes: into.list(), products: [], warnings: [] };
}
