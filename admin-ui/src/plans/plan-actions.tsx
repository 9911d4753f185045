import type { AdminPlan } from '@ostatok/api/contract/plans.endpoints.ts';
import { FREE_PLAN } from '@ostatok/api/contract/plans.ts';
import { plural, quoted } from '@ostatok/kit/web/format.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { changed } from '../live/invalidation.ts';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { openDialog } from '../ui/dialogs.tsx';
import { toastDone, toastFailed } from '../ui/toasts.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { movePlan } from './plan-order.ts';

export const openPlan = (plan?: AdminPlan): void => openDialog((close) => <PlanDialog plan={plan} onClose={close} />);

const toggle = {
  call: ({ id }: AdminPlan) => api.call('PUT /api/admin/plans/:id/toggle-public', { params: { id } }),
  done: 'Видимость тарифа изменена',
  failed: 'Ошибка при изменении видимости',
};
const restore = {
  call: ({ id }: AdminPlan) => api.call('PUT /api/admin/plans/:id/restore', { params: { id } }),
  done: 'Тариф восстановлен',
  failed: 'Ошибка при восстановлении',
};

const continuing = (count: number): string =>
  count === 0
    ? 'Активных подписок на него не было'
    : `${count.toLocaleString('ru-RU')} ${plural(count, ['активная подписка продолжает', 'активные подписки продолжают', 'активных подписок продолжают'])} действовать`;

async function archive([plan]: AdminPlan[]): Promise<void> {
  if (!plan) return;
  const sure = await confirm({
    title: `Архивировать тариф ${quoted(plan.display_name)}?`,
    text: 'Тариф скроется с главной страницы, новых подписок на него не будет. Существующие подписки продолжат действовать.',
    yes: 'Архивировать',
    danger: true,
  });
  if (!sure) return;
  try {
    const params = { id: plan.id };
    const { activeSubscriptions } = await api.call('PUT /api/admin/plans/:id/archive', { params });
    toastDone(`Тариф в архиве. ${continuing(activeSubscriptions)}`, () =>
      act({ rows: [plan], ...restore, resources: ['plans'] }),
    );
  } catch (error) {
    toastFailed('Ошибка при архивации', error);
  } finally {
    changed('plans');
  }
}

const isLiving = ({ is_archived }: AdminPlan): boolean => !is_archived;
const moving = (by: number) => async (plans: AdminPlan[]) => {
  if (plans[0]) await movePlan(plans[0], by);
};

export const planActions: Action<AdminPlan>[] = [
  { key: 'up', label: 'Выше', icon: 'up', repeats: true, isShown: isLiving, run: moving(-1) },
  { key: 'down', label: 'Ниже', icon: 'down', repeats: true, isShown: isLiving, run: moving(1) },
  { key: 'edit', label: 'Изменить', icon: 'edit', run: ([plan]) => openPlan(plan) },
  {
    key: 'public',
    label: 'Видимость на главной',
    icon: 'eye',
    bulk: true,
    isShown: ({ is_active, is_archived }) => is_active && !is_archived,
    run: (rows) => act({ rows, ...toggle, undo: toggle, resources: ['plans'] }),
  },
  {
    key: 'archive',
    label: 'Архивировать',
    icon: 'archive',
    danger: true,
    isShown: ({ name, is_archived }) => !is_archived && name !== FREE_PLAN,
    run: archive,
  },
  {
    key: 'restore',
    label: 'Восстановить',
    icon: 'restart',
    bulk: true,
    isShown: ({ is_archived }) => is_archived,
    run: (rows) => act({ rows, ...restore, resources: ['plans'] }),
  },
];
