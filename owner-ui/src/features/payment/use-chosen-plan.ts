import type { BillingPlan } from '@ostatok/api/contract/billing.endpoints.ts';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useBillingPlans } from '../../lib/billing.ts';
import { notify } from '../../lib/notify.ts';

/** Reads the plan from the address; an invalid one redirects to the list of plans. */
export function useChosenPlan(): BillingPlan | undefined {
  const { planId } = useParams();
  const navigate = useNavigate();
  const { data, error } = useBillingPlans();
  const plan = data?.find(({ id }) => id === Number(planId));
  const failed = error && !data;
  const trouble = failed ? 'Ошибка загрузки тарифа' : data && !plan ? 'Тариф не найден' : null;
  useEffect(() => {
    if (!trouble) return;
    notify.error(trouble);
    navigate('/plans', { replace: true });
  }, [trouble, navigate]);
  return plan;
}
