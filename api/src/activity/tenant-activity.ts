import type { ActivityAction } from '@ostatok/api/contract/activity-labels.ts';
import { quoted } from '@ostatok/kit/node/russian.ts';
import type { TenantRow } from '../platform/tables.ts';
import type { Activity } from './activity.service.ts';

/** Builds the activity entry of something done with a tenant: «Удалено заведение «Узел» (uzel)». */
export const venueAct = (
  { id, display_name, subdomain }: Pick<TenantRow, 'id' | 'display_name' | 'subdomain'>,
  actorId: number | null,
  action: ActivityAction,
  what: string,
): Parameters<Activity['record']>[1] => ({
  actorId,
  action,
  description: `${what} заведение ${quoted(display_name)} (${subdomain})`,
  target: `tenant:${id}`,
});
