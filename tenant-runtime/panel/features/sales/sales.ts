import type { TillDish } from '@ostatok/tenant-runtime/contract/sales.endpoints.ts';
import type { AssignSalesFile, DecidedTillDish } from '@ostatok/tenant-runtime/contract/sales.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';

export const useSources = () =>
  useQuery({
    queryKey: ['sales', 'sources'],
    queryFn: async ({ signal }) => (await api.call('GET /api/sales/sources', { signal })).sources,
  });

export const useFiles = (limit: number) =>
  useQuery({
    queryKey: ['sales', 'files', limit],
    queryFn: ({ signal }) => api.call('GET /api/sales/files', { query: { limit }, signal }),
    placeholderData: (before) => before,
  });

/** Dishes that nobody has decided, those that bring the most money first. */
export const useOpenDishes = (limit: number) =>
  useQuery({
    queryKey: ['sales', 'open', limit],
    queryFn: ({ signal }) => api.call('GET /api/sales/dishes', { query: { state: 'open', limit }, signal }),
    placeholderData: (before) => before,
  });

/** The most dishes of one answer. */
const DISHES = 200;

async function allDishes(signal: AbortSignal): Promise<{ value: string; label: string }[]> {
  const found: { value: string; label: string }[] = [];
  for (let page = 1; ; page += 1) {
    const query = { kind: 'dish' as const, limit: DISHES, page };
    const { dishes, pagination } = await api.call('GET /api/dishes', { query, signal });
    found.push(...dishes.map(({ id, name }) => ({ value: String(id), label: name })));
    if (page >= pagination.pages) return found;
  }
}

/** Dishes that have recipes, by name. */
export const useDishNames = () =>
  useQuery({ queryKey: ['dishes', 'names'], queryFn: ({ signal }) => allDishes(signal) }).data ?? [];

/** `onDecided` is called for each of several decisions that are made at once. */
export const useDecide = (onDecided?: (dishes: TillDish[]) => void) =>
  useMutation({
    mutationFn: async (dishes: DecidedTillDish[]) =>
      (await api.call('PUT /api/sales/dishes', { body: { dishes } })).dishes,
    onSuccess: (dishes) => onDecided?.(dishes),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['sales']] },
  });

/** Writes a draft; `again` says that sales like those of another source are of another till. */
export const useApply = () =>
  useMutation({
    mutationFn: async ({ id, again }: { id: number; again: boolean }) =>
      (await api.call('POST /api/sales/files/:id/apply', { params: { id }, body: { again } })).file,
    meta: { invalidates: [['sales']] },
  });

/** Says of which till a draft is. */
export const useAssign = (id: number) =>
  useMutation({
    mutationFn: async (body: AssignSalesFile) =>
      (await api.call('PUT /api/sales/files/:id', { params: { id }, body })).file,
    meta: { invalidates: [['sales']] },
  });

export const useRemove = () =>
  useMutation({
    mutationFn: (id: number) => api.call('DELETE /api/sales/files/:id', { params: { id } }),
    meta: { invalidates: [['sales']] },
  });
