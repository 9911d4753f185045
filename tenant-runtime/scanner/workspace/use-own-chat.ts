import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnChat } from '../../web/own-chat/own-chat.ts';
import { useWorkspace } from './workspace.ts';

/** Returns the person's conversation once its code is loaded. */
export function useOwnChat(): OwnChat | null {
  const { chat } = useWorkspace();
  const [opened, setOpened] = useState<OwnChat | null>(null);
  useEffect(() => {
    let left = false;
    chat.get().then(
      (loaded) => {
        if (!left) setOpened(loaded);
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [chat]);
  return opened;
}

const nothing = () => () => undefined;

/** Returns how many messages of the bot the person has not seen. */
export function useUnread(): number {
  const chat = useOwnChat();
  return useSyncExternalStore(chat?.subscribe ?? nothing, () => chat?.snapshot().unread ?? 0);
}
