import type { ApiClientOptions, Composer, Transformer } from 'grammy';
import type { UserFromGetMe } from 'grammy/types';
import type { Abilities, Channel } from './channel.ts';
import type { BotContext, BotDeps } from './context.ts';
import type { ChatFiles } from './files.ts';

/** What the bot's messages are caused by: the id of an update, or the name of a notice. */
export type Answered = number | string;

/** Sees to it that an update which is delivered again does not repeat the messages that it has sent. */
export interface Replies {
  /** What the calls of one update pass. */
  of: (answered: Answered) => Transformer;
  forget: (answered: Answered) => void;
  /** The update will be delivered again. */
  keep: (answered: Answered) => void;
}

/** Carries the bot's calls to one channel; they have the shape of Telegram's Bot API. */
export interface Transport {
  channel: Channel;
  abilities: Abilities;
  token: string;
  /** How calls leave this process, where they do. */
  client?: ApiClientOptions;
  /** The bot's own data that grammY needs. */
  me: UserFromGetMe;
  files: ChatFiles;
  /** What every call passes, the last one first. */
  transformers: Transformer[];
  replies: Replies;
  /** Finds out who has written, and lets only the tenant's users pass. */
  access: (deps: BotDeps) => Composer<BotContext>;
  /** Whether people can write who are not users of the tenant, so that they are asked about. */
  hasStrangers: boolean;
}

/** The bot's own data, as `getMe` returns it. */
export const botNamed = (id: number, username: string): UserFromGetMe => ({
  id,
  is_bot: true,
  first_name: username,
  username,
  can_join_groups: false,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
});
