import type { Campaign } from '@ostatok/api/contract/campaigns.endpoints.ts';
import { api } from '../http-client.ts';
import type { Action } from '../list/types.ts';
import { act, couldNot } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { isOver } from './queries.ts';
import { countText } from './texts.ts';

const turn = (rows: Campaign[], verb: 'pause' | 'resume' | 'cancel', done: string, failed: string) =>
  act({
    rows,
    call: ({ id }) => api.call(`POST /api/admin/campaigns/:id/${verb}`, { params: { id } }),
    done,
    failed: couldNot(failed),
    resources: ['campaigns'],
  });

async function cancel(rows: Campaign[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const left = rows.reduce(
    (sum, { total, sent, failed, bounced, skipped }) => sum + total - sent - failed - bounced - skipped,
    0,
  );
  const sure = await confirm({
    title: rows.length === 1 ? 'Отменить рассылку?' : `Отменить рассылки: ${rows.length}?`,
    text: `Письма не получат ещё ${countText(Math.max(0, left))}. Уже отправленные не отзываются, продолжить рассылку будет нельзя.`,
    yes: 'Отменить рассылку',
    danger: true,
  });
  if (sure) await turn(rows, 'cancel', 'Рассылка отменена', 'отменить рассылку');
}

export const campaignActions: Action<Campaign>[] = [
  {
    key: 'pause',
    label: 'Приостановить',
    icon: 'pause',
    bulk: true,
    isShown: ({ status }) => status === 'running',
    run: (rows) => turn(rows, 'pause', 'Рассылка приостановлена', 'приостановить рассылку'),
  },
  {
    key: 'resume',
    label: 'Продолжить',
    icon: 'play',
    bulk: true,
    isShown: ({ status }) => status === 'paused',
    run: (rows) => turn(rows, 'resume', 'Рассылка продолжена', 'продолжить рассылку'),
  },
  {
    key: 'cancel',
    label: 'Отменить',
    icon: 'close',
    danger: true,
    bulk: true,
    asks: true,
    isShown: (campaign) => !isOver(campaign),
    run: cancel,
  },
];
