import type { Unit } from '../../../contract/items.ts';
import { dayOf } from '../../deliveries/files/amounts.ts';
import type { FileDish, RecipeProductRow } from '../../tables.ts';
import { amountOfText, type Fields, isFields, listOf, textIn } from './json-fields.ts';
import { gathered, ingredientOf, type ReadRecipes } from './recipe-file.ts';
import { refused } from './refusals.ts';

type ProductById = ReadonlyMap<string, RecipeProductRow>;

const isChart = (value: unknown): value is Fields =>
  isFields(value) && typeof value.assembledProductId === 'string' && Array.isArray(value.items);

const answersWithCharts = ['assemblyCharts', 'preparedCharts'];
export const isIikoCharts = (value: unknown): boolean =>
  (Array.isArray(value) ? value : [value]).some(
    (one) =>
      isChart(one) || (isFields(one) && (answersWithCharts.some((name) => name in one) || isChart(one.response))),
  );

/** Finds the charts of any answer: of getAll, byId, getTree, of saving one, or a list of them. */
function chartsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(chartsIn);
  if (!isFields(value)) return [];
  if (isChart(value)) return [value];
  const { assemblyCharts, preparedCharts, response } = value;
  return [...chartsIn(assemblyCharts), ...chartsIn(preparedCharts), ...chartsIn(response)];
}

/** Prepared charts say the amount of one portion; the others that of the whole. */
const isPrepared = (chart: Fields): boolean => chart.assembledAmount === undefined;

const chartKey = (chart: Fields): string => `${chart.assembledProductId} ${chart.dateFrom ?? ''}`;

/** Every chart once: iiko's own prepared one, where both are given; answers repeat what they have said. */
function chosenCharts(charts: readonly Fields[]): Fields[] {
  const chosen = new Map<string, Fields>();
  for (const chart of charts) {
    const known = chosen.get(chartKey(chart));
    if (!known || (isPrepared(chart) && !isPrepared(known))) chosen.set(chartKey(chart), chart);
  }
  return [...chosen.values()];
}

/** All products that charts name. */
export const productIdsIn = (value: unknown): string[] => [
  ...new Set(
    chartsIn(value).flatMap((chart) => [
      String(chart.assembledProductId),
      ...listOf(chart.items).flatMap(({ productId }) => (typeof productId === 'string' ? productId : [])),
    ]),
  ),
];

const UNITS: Record<string, Unit> = { л: 'л', кг: 'кг', шт: 'шт' };
const nameOf = (id: string, products: ProductById): string => products.get(id)?.name ?? `Товар iiko ${id}`;

const ALWAYS_FROM = 2000;
/** iiko begins what has always been so at some early day. */
function fromOf(chart: Fields): string {
  const text = textIn(chart, 'dateFrom');
  return text && Number(text.slice(0, 4)) >= ALWAYS_FROM ? (dayOf(text) ?? '') : '';
}

/** The sizes that a chart has recipes of; without any, one recipe for all. */
function sizesOf(chart: Fields): string[] {
  const named = listOf(chart.items).flatMap(({ productSizeSpecification: size }) =>
    typeof size === 'string' ? size : [],
  );
  return named.length > 0 ? [...new Set(named)] : [''];
}

/** Reads technological charts of iiko; products without a name are called by their ids. */
export function readIikoCharts(value: unknown, products: ProductById): ReadRecipes {
  const all = chartsIn(value);
  if (all.length === 0) throw refused('no_charts');
  const into = gathered();
  for (const chart of chosenCharts(all)) {
    const id = String(chart.assembledProductId);
    const product = products.get(id);
    const place = `Карта «${nameOf(id, products)}»`;
    const made = isPrepared(chart) ? null : amountOfText(textIn(chart, 'assembledAmount'), place);
    for (const size of sizesOf(chart)) {
      const dish: FileDish = into.dish({
        name: nameOf(id, products),
        code: product?.code ?? null,
        kind: product?.kind === 'PREPARED' ? 'semi' : 'dish',
        unit: product?.kind === 'PREPARED' ? (UNITS[product.unit ?? ''] ?? null) : null,
        size: size.slice(0, 40),
        valid_from: fromOf(chart),
        ...(made !== null && { yield: made }),
      });
      for (const item of listOf(chart.items)) {
        const { productSizeSpecification: own } = item;
        if (typeof own === 'string' && own !== size) continue;
        const productId = textIn(item, 'productId') ?? '';
        const amount = amountOfText(textIn(item, isPrepared(chart) ? 'amount' : 'amountIn'), place);
        into.add(dish, ingredientOf(nameOf(productId, products), amount, products.get(productId)?.unit ?? null));
      }
    }
  }
  return { kind: 'iiko_charts', dishes: into.list(), products: [], warnings: warningsOf(all, products) };
}

function warningsOf(charts: Fields[], products: ProductById): string[] {
  const unnamed = productIdsIn(charts).filter((id) => !products.has(id)).length;
  const inStores = charts.filter((chart) =>
    listOf(chart.items).some(({ storeSpecification: stores }) => isFields(stores) && listed(stores.departments) > 0),
  ).length;
  return [
    ...(unnamed > 0
      ? [
          `Названий нет у товаров: ${unnamed}. Загрузите сначала номенклатуру iiko (products в XML), потом карты ещё раз`,
        ]
      : []),
    ...(inStores > 0 ? [`Есть ингредиенты не для всех подразделений, карт с ними: ${inStores}. Прочитаны все`] : []),
  ];
}
const listed = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
