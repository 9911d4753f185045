import type { Base } from '../module.ts';
import { createNotices, type NoticeSender } from './notices.service.ts';

interface NoticesDeps extends Pick<Base, 'db' | 'clock' | 'log'> {
  noticeSender: () => Promise<NoticeSender>;
}

/** What people are notified of in the chat without having asked. */
export function createNoticesModule({ db, clock, log, noticeSender }: NoticesDeps) {
  const notices = createNotices({ db, clock, log, sender: noticeSender });
  return { services: { notices }, close: notices.close };
}
