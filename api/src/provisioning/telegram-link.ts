import { startLink } from '@ostatok/tenant-runtime/contract/telegram-links.ts';
import { type Addresses, botUrl } from '../platform/addresses.ts';
import type { TenantRow } from '../platform/tables.ts';
import type { TenantRuntime } from '../supervisor/tenant-runtime.service.ts';

export interface TelegramLinkDeps {
  runtime: Pick<TenantRuntime, 'telegramCode'>;
  addresses: Addresses;
}

/** Makes the link that connects the named administrator's chat with the tenant's bot. */
export async function makeTelegramLink({ runtime, addresses }: TelegramLinkDeps, row: TenantRow): Promise<string> {
  const code = await runtime.telegramCode(row.id, row.admin_username);
  return startLink(botUrl(addresses, 'telegram', row.bot_username ?? ''), code);
}
