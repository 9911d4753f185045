import type { Messenger } from '../../contract/messengers.ts';

/** What a notice is about, by its kind; the text is made when it is sent. */
export interface NoticeData {
  opened: { countId: number };
  area: { countId: number; areaId: number };
  area_done: { countId: number; areaId: number };
  recount: { countId: number };
  closed: { countId: number };
  reopened: { countId: number };
  cancelled: { countId: number };
  count_due: { dueId: number };
  count_missed: { dueId: number };
  /** The Monday on which the week begins, as 2026-11-23. */
  digest: { week: string };
  /** A feed of sales is in trouble, or well again. */
  feed: { text: string };
}
export type NoticeKind = keyof NoticeData;

type Of<K extends NoticeKind> = { kind: K; data: NoticeData[K] };
type Any = { [K in NoticeKind]: Of<K> }[NoticeKind];

/** The user who did it is not notified; null where nobody did. */
export type NewNotice = Any & { userId: number | null; createdAt: Date };

/** A user who has received a notice in a messenger: in Telegram by the id alone, as there was no other messenger once. */
export type Notified = number | `${Messenger}:${number}`;
export type Notice = NewNotice & { id: number; notified: Notified[] };

export const notifiedIn = (channel: Messenger, userId: number): Notified =>
  channel === 'telegram' ? userId : `${channel}:${userId}`;
