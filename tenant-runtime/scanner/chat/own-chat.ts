import toast from 'react-hot-toast';
import type { OwnChat } from '../../web/own-chat/own-chat.ts';
import type { openApi } from '../client/api.ts';
import { timeNow } from '../client/clock.ts';
import type { Session } from '../session/session.ts';

/** Toasts of the chat, above whatever is on the screen. */
export const notify = {
  error: (text: string): void => void toast.error(text, { id: text }),
  info: (text: string): void => void toast(text, { id: text }),
};

/** Opens the person's conversation with the bot; its code is loaded when it is first wanted. */
export function createChatOnDemand(api: ReturnType<typeof openApi>['api'], user: Session['user']) {
  let opened: Promise<OwnChat> | undefined;

  async function open(): Promise<OwnChat> {
    const [{ createOwnChat }, { openChatStorage }] = await Promise.all([
      import('../../web/own-chat/own-chat.ts'),
      import('../../web/own-chat/kept-chat.ts'),
    ]);
    const chat = createOwnChat({ api, owner: user.id, storage: openChatStorage(), now: timeNow, notify });
    void chat.start();
    return chat;
  }

  return {
    get(): Promise<OwnChat> {
      opened ??= open().catch((error) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
    /** Sends what waits and reads what is new, once the conversation has been opened. */
    wake: (): void =>
      void opened?.then((chat) => {
        chat.flush();
        return chat.sync();
      }),
    close: (): void => void opened?.then((chat) => chat.close()),
  };
}
export type ChatOnDemand = ReturnType<typeof createChatOnDemand>;
