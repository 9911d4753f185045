import type { Addresses } from '../platform/addresses.ts';

/** The address below `publicUrl` where Telegram posts a tenant's updates. */
export const webhookUrl = (publicUrl: string, tenantId: string): string => `${publicUrl}/telegram/${tenantId}`;

/** Whether an address is one of the platform's own webhooks. */
export function isOwnWebhook(url: string, { publicUrl, platformUrl }: Pick<Addresses, 'publicUrl' | 'platformUrl'>) {
  const { origin, pathname, search, username } = new URL(url);
  const isOurs = [publicUrl, platformUrl].some((own) => new URL(own).origin === origin);
  return isOurs && /^\/telegram\/[a-z0-9]+$/.test(pathname) && search === '' && username === '';
}
