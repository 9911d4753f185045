import type { Invoice } from '@ostatok/api/contract/billing.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../../lib/api.ts';
import { refreshBilling, takeReturn } from '../../lib/billing.ts';
import { useInvoices } from './use-invoices.ts';

const POLL_MS = 2000;
/** The owner cannot have just returned from a payment begun longer ago than this. */
const RECENT_MS = 30 * 60_000;

const isAwaited = ({ status, created_at }: Invoice): boolean =>
  status === 'pending' && Date.now() - Date.parse(created_at) < RECENT_MS;

/**
 * Finds the payment: the one in the address, otherwise the newest one if the owner left to pay, otherwise a recent
 * pending one. The address is cleared, because a reload is not a return.
 */
function useArrivedId(invoices: Invoice[] | undefined): [string | null, () => void] {
  const [query, setQuery] = useSearchParams();
  const named = query.get('payment');
  const [id, setId] = useState(named);
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    if (named) {
      setId(named);
      setClosed(false);
      setQuery({}, { replace: true });
    }
  }, [named, setQuery]);
  useEffect(() => {
    if (!invoices) return;
    const arrived = takeReturn() ? invoices[0] : invoices.find(isAwaited);
    if (arrived) setId((known) => known ?? arrived.id);
  }, [invoices]);
  return [closed ? null : id, () => setClosed(true)];
}

/** Polls the payment until it is settled, then refreshes the page; `payUrl` is the address where it can be paid. */
export function useArrivedPayment() {
  const queries = useQueryClient();
  const invoices = useInvoices().data;
  const [id, forget] = useArrivedId(invoices);
  const { data: payment } = useQuery({
    queryKey: ['payment-status', id],
    enabled: id !== null,
    queryFn: async () =>
      (await api.call('GET /api/billing/payment-status/:paymentId', { params: { paymentId: id ?? '' } })).payment,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
    staleTime: 0,
    retry: false,
  });
  const settled = payment && payment.status !== 'pending' ? payment.id : null;
  const refreshedFor = useRef<string | null>(null);
  useEffect(() => {
    if (!settled || refreshedFor.current === settled) return;
    refreshedFor.current = settled;
    void refreshBilling(queries);
  }, [settled, queries]);
  const payUrl = invoices?.find((invoice) => invoice.id === id)?.payment_url ?? null;
  return { payment: id === null ? undefined : payment, payUrl, forget };
}
