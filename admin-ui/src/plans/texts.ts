import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';

export const priceText = (price: number | null): string => (price === null ? 'По запросу' : formatMoney(price));

export function stateText({ is_archived, is_active, is_public }: AdminPlan): string {
  if (is_archived) return 'В архиве';
  if (!is_active) return 'Не действует';
  return is_public ? 'На главной' : 'Скрыт';
}
