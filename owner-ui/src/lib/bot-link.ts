import type { MaxBot } from '@ostatok/api/contract/max.ts';
import { startLink } from '@ostatok/tenant-runtime/contract/telegram-links.ts';

/** The link to a chat with a bot: in the built-in chat if that is enabled, otherwise in Telegram. */
export const botLink = (username: string, sandboxChat: boolean | undefined): string =>
  sandboxChat ? `/sandbox/chat?bot=${encodeURIComponent(username)}` : `https://t.me/${username}`;

/** The link by which staff come to a tenant's bot in MAX; the bot that tenants share learns from it which one is meant. */
export const maxStaffLink = (tenantId: string, { link, shared }: MaxBot): string =>
  shared ? startLink(link, tenantId) : link;

/** How the bot is called by the address that leads to it: one of the built-in chat has only its name. */
export const maxName = ({ link, username }: MaxBot): string =>
  link.startsWith('https://max.ru/') ? `max.ru/${username}` : `@${username}`;
