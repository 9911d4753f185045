import type { Dish, DishDetails, RecipeFile } from '@ostatok/tenant-runtime/contract/recipes.endpoints.ts';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api } from '../../client/api.ts';

const PAGE = 50;
const MOST_SEMIS = 500;

export interface DishesShown {
  search: string;
  questions: boolean;
}

export const useDishes = ({ search, questions }: DishesShown) =>
  useInfiniteQuery({
    queryKey: ['dishes', search, questions],
    queryFn: ({ pageParam, signal }) => {
      const filter = { ...(search && { search }), ...(questions && { questions: 'yes' as const }) };
      return api.call('GET /api/dishes', { query: { limit: PAGE, page: pageParam, ...filter }, signal });
    },
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: (before) => before,
  });

/** The semi-products, which recipes use beside the stock's items. */
export const useSemis = () =>
  useQuery({
    queryKey: ['dishes', 'semis'],
    queryFn: async ({ signal }): Promise<Dish[]> =>
      (await api.call('GET /api/dishes', { query: { limit: MOST_SEMIS, kind: 'semi' }, signal })).dishes,
  });

export const dishKey = (id: number) => ['dishes', 'one', id] as const;
export const useDish = (id: number) =>
  useQuery({
    queryKey: dishKey(id),
    queryFn: async ({ signal }) => (await api.call('GET /api/dishes/:id', { params: { id }, signal })).dish,
  });

/** Shows the dish that the server has answered with; an older answer that is still under way is dropped. */
export async function showDish(queries: QueryClient, dish: DishDetails): Promise<void> {
  await queries.cancelQueries({ queryKey: dishKey(dish.id) });
  queries.setQueryData(dishKey(dish.id), dish);
}

export const fileKey = (id: number) => ['recipe-file', id] as const;
export const useRecipeFile = (id: number) =>
  useQuery({
    queryKey: fileKey(id),
    queryFn: async ({ signal }) => (await api.call('GET /api/recipe-files/:id', { params: { id }, signal })).file,
  });

export async function showFile(queries: QueryClient, file: RecipeFile): Promise<void> {
  await queries.cancelQueries({ queryKey: fileKey(file.id) });
  queries.setQueryData(fileKey(file.id), file);
}
