import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { InlineKeyboard } from 'grammy';
import type { MessengerPerson } from '../../contract/messengers.ts';
import type { Caller } from '../access/callers.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Changes } from '../changes/changes.service.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { Digests } from '../digest/digest.service.ts';
import type { AttachedCodes } from '../items/attached-codes.service.ts';
import type { ItemNames } from '../items/item-names.ts';
import type { Items } from '../items/items.service.ts';
import type { Lookup } from '../lookup/lookup.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Reports } from '../reports/reports.service.ts';
import type { ScheduledCounts } from '../scheduled-counts/scheduled-counts.service.ts';
import type { SettingsService } from '../settings/settings.service.ts';
import type { UsageReports } from '../usage/usage.service.ts';
import type { ChatLinks } from '../users/chat-links.service.ts';
import type { Newcomers } from '../users/newcomers.service.ts';
import type { SignInCodes } from '../users/sign-in-codes.service.ts';
import type { Users } from '../users/users.service.ts';
import type { Abilities, Channel } from './channel.ts';
import type { ChatContext } from './chat.ts';

/** The services that the bot's features use, passed in by the caller of `createBot`. */
export interface BotDeps {
  db: Knex;
  changes: Changes;
  items: Items;
  names: ItemNames;
  attachedCodes: Pick<AttachedCodes, 'attach' | 'remove'>;
  users: Users;
  chatLinks: Pick<ChatLinks, 'open'>;
  newcomers: Newcomers;
  codes: Pick<SignInCodes, 'make'>;
  settings: Pick<SettingsService, 'get'>;
  reports: Reports;
  orders: Pick<Orders, 'add' | 'cancel'>;
  usage: Pick<UsageReports, 'counts' | 'between'>;
  lookup: Lookup;
  blindness: Blindness;
  counts: Pick<
    Counts,
    | 'list'
    | 'details'
    | 'lines'
    | 'open'
    | 'enter'
    | 'takeBack'
    | 'finish'
    | 'close'
    | 'itemIds'
    | 'counterIds'
    | 'askedAgain'
  >;
  digests: Pick<Digests, 'of'>;
  scheduledCounts: Pick<ScheduledCounts, 'due' | 'start'>;
  venue: { name: string; timezone: string; publicUrl?: string | undefined };
  tenantId: string;
  channel: Channel;
  abilities: Abilities;
  /** Writes to a chat of another channel; returns whether that is done. */
  writeElsewhere: (to: MessengerPerson, text: string, keyboard?: InlineKeyboard) => Promise<boolean>;
  /** Whether people can write who are not users of the tenant. */
  hasStrangers: boolean;
  log: Logger;
  clock: () => Date;
}

/** An update from a user who may count. */
export interface BotContext extends ChatContext {
  caller: Caller;
}

export const isAdmin = (ctx: BotContext): boolean => ctx.caller.role === 'admin';

/**
 * Tells whether the caller may add items: every user if the tenant's settings allow it, otherwise administrators
 * only.
 */
export const mayAddItems = async (ctx: BotContext, { settings }: Pick<BotDeps, 'settings'>): Promise<boolean> =>
  isAdmin(ctx) || (await settings.get()).staffAddsItems;
