import { INVOICES_LIMIT } from '@ostatok/api/contract/billing.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Newest first. */
export function useInvoices(offset = 0, enabled = true) {
  return useQuery({
    queryKey: ['invoices', offset],
    enabled,
    queryFn: async () =>
      (await api.call('GET /api/billing/invoices', { query: { limit: INVOICES_LIMIT, offset } })).invoices,
  });
}
