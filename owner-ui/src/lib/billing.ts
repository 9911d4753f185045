import type { ChangedPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import type { BillingPeriod } from '@ostatok/api/contract/billing.ts';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type QueryClient, useMutation, useQuery } from '@tanstack/react-query';
import { api, messageOf } from './api.ts';
import { notify } from './notify.ts';

interface Choice {
  planId: number;
  period: BillingPeriod;
}

export function useBillingPlans() {
  return useQuery({
    queryKey: ['billing-plans'],
    queryFn: async () => (await api.call('GET /api/billing/plans')).plans,
    staleTime: 60_000,
  });
}

export function useSubscription() {
  return useQuery({
    queryKey: ['subscription'],
    queryFn: async () => (await api.call('GET /api/billing/subscription')).subscription,
  });
}

/** Calculates the present cost of the choice. An error is not shown, because the plan's price stays on the screen. */
export function useCalculation(choice: Choice | null) {
  return useQuery({
    queryKey: ['calculation', choice?.planId, choice?.period],
    enabled: choice !== null,
    queryFn: async () => {
      const query = { newPlanId: choice?.planId, billingPeriod: choice?.period };
      return (await api.call('GET /api/billing/calculate-upgrade', { query })).calculation;
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    retry: false,
  });
}

/** Everything that a change of plan, a payment or a price affects. */
export const billingKeys = [
  'subscription',
  'calculation',
  'invoices',
  'billing-plans',
  'public-plans',
  'my-tenants',
].map((key) => [key]);

/** Refreshes the billing queries after what no mutation of this page did, such as an arrived payment. */
export const refreshBilling = (queries: QueryClient): Promise<unknown> =>
  Promise.all(billingKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));

/**
 * Chooses the text of an error: the server's message, `refused` if it has none, or `broken` if the server was not
 * reached.
 */
export function failureOf(error: unknown, refused: string, broken: string): string {
  const answered = error instanceof ApiError && error.status > 0;
  return answered ? messageOf(error, refused) : broken;
}

const LEFT_TO_PAY = 'left-to-pay';

/** Leaves for the payment page and notes it, so that the outcome is shown on return. */
function leaveToPay(address: string): void {
  sessionStorage.setItem(LEFT_TO_PAY, '1');
  window.location.assign(address);
}

/** Whether the owner returns from a payment page; true only once. */
export function takeReturn(): boolean {
  const left = sessionStorage.getItem(LEFT_TO_PAY) !== null;
  sessionStorage.removeItem(LEFT_TO_PAY);
  return left;
}

/** Opens the payment page. `expectedAmount` is the sum in roubles that the owner saw. */
export function usePay() {
  return useMutation({
    mutationFn: ({ planId, period, expectedAmount }: Choice & { expectedAmount: number }) =>
      api.call('POST /api/billing/create-payment', { body: { planId, billingPeriod: period, expectedAmount } }),
    onSuccess: ({ paymentId, paymentUrl }) => (paymentId ? leaveToPay(paymentUrl) : window.location.assign(paymentUrl)),
    onError: (error) => notify.error(messageOf(error, 'Ошибка создания платежа')),
    meta: { invalidates: billingKeys },
  });
}

/** Withdraws an unpaid payment. */
export function useAbandon() {
  return useMutation({
    mutationFn: (id: string) =>
      api.call('POST /api/billing/payments/:paymentId/abandon', { params: { paymentId: id } }),
    onSuccess: () => notify.success('Вы отказались от платежа'),
    onError: (error) => notify.error(messageOf(error, 'Не удалось отменить платёж')),
    meta: { invalidates: [['payment-status'], ...billingKeys] },
  });
}

/** Opens the page for another card. */
export function useReplaceCard() {
  return useMutation({
    mutationFn: () => api.call('POST /api/billing/payment-method'),
    onSuccess: ({ paymentUrl }) => leaveToPay(paymentUrl),
    onError: (error) => notify.error(messageOf(error, 'Не удалось начать привязку карты')),
  });
}

export function useRemoveCard(onDone: () => void) {
  return useMutation({
    mutationFn: () => api.call('DELETE /api/billing/payment-method'),
    onSuccess() {
      notify.success('Карта удалена. Сами мы больше ничего не спишем.');
      onDone();
    },
    onError: (error) => notify.error(messageOf(error, 'Не удалось удалить карту')),
    meta: { invalidates: billingKeys },
  });
}

const successes: Partial<Record<ChangedPlan['upgrade_type'], string>> = {
  free: 'План успешно обновлен',
  cancel_downgrade: 'Запланированное изменение отменено. Автопродление текущего плана включено.',
  cancel_cancellation: 'Отмена подписки отменена. Автопродление включено.',
};

/** `onDone` is not called when the owner is redirected to pay. */
export function useChangePlan(onDone: () => void) {
  return useMutation({
    mutationFn: ({ planId, period, expectedAmount }: Choice & { expectedAmount?: number }) =>
      api.call('POST /api/billing/change-plan', {
        body: { newPlanId: planId, billingPeriod: period, expectedAmount },
      }),
    onSuccess({ upgrade_type, message, redirect_url }) {
      const done = successes[upgrade_type];
      if (!done && redirect_url) return leaveToPay(redirect_url);
      if (upgrade_type === 'already_subscribed') notify.info(message);
      else notify.success(done ?? message);
      onDone();
    },
    onError: (error) => notify.error(failureOf(error, 'Не удалось изменить план', 'Ошибка при обновлении плана')),
    meta: { invalidates: billingKeys },
  });
}
