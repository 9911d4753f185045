import { useMutation, useQuery } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { api, messageOf } from '../client/api.ts';

export const useSuppliers = () =>
  useQuery({
    queryKey: ['suppliers'],
    queryFn: async ({ signal }) => (await api.call('GET /api/suppliers', { signal })).suppliers,
  });

/** Says from whom an item is ordered; null: from whoever brings it. */
export const useSetItemSupplier = () =>
  useMutation({
    mutationFn: ({ itemId, supplierId }: { itemId: number; supplierId: number | null }) =>
      api.call('PUT /api/items/:id/supplier', { params: { id: itemId }, body: { supplier_id: supplierId } }),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['report', 'order'], ['suppliers']] },
  });
