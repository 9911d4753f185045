import type { Update } from 'grammy/types';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Push } from '../push/push.service.ts';
import type { Storage } from '../storage/storage.service.ts';
import type { Users } from '../users/users.service.ts';
import { chatRoutes, chatUploadRoutes } from './chat.routes.ts';
import { createChat } from './chat.service.ts';

interface ChatModuleDeps extends Base {
  live: Live;
  users: Users;
  storage: Storage;
  push: Push;
  /** Gives an update of the venue's own chat to the bot. */
  handleOwn: (update: Update) => Promise<unknown>;
}

/** The venue's own chat with the bot, for which nobody needs a messenger. */
export function createChatModule({ db, clock, log, live, users, storage, push, handleOwn }: ChatModuleDeps) {
  const all = createChat({ db, clock, log, live, users, push, handle: handleOwn });
  const chat = { ...all, sendMessage: storage.within(all.sendMessage), sendFile: storage.within(all.sendFile) };
  return { services: { chat }, endpoints: [...chatRoutes(chat), ...chatUploadRoutes(chat)], close: chat.close };
}
