import type { InlineKeyboard } from 'grammy';

/** What a reader is written; undefined where the notice does not concern them or is outdated. */
export type NoticeMessage = { text: string; keyboard?: InlineKeyboard } | undefined;
