import { useEffect, useState, useSyncExternalStore } from 'react';
import type { OwnChat } from '../../web/own-chat/own-chat.ts';
import { whenIdle } from '../timing/when-idle.ts';
import { useIsSupport, useWorkspace } from '../workspace/workspace.ts';

/** Returns the person's conversation once its code is loaded; the platform's support has none. */
export function useOwnChat(): OwnChat | null {
  const { chat } = useWorkspace();
  const isSupport = useIsSupport();
  const [opened, setOpened] = useState<OwnChat | null>(null);
  useEffect(() => {
    if (isSupport) return;
    let left = false;
    // the stock is what people wait for when the panel opens
    whenIdle(() =>
      chat().then(
        (loaded) => {
          if (!left) setOpened(loaded);
        },
        () => undefined,
      ),
    );
    return () => {
      left = true;
    };
  }, [chat, isSupport]);
  return opened;
}

const nothing = () => () => undefined;

/** Returns how many messages of the bot the person has not seen. */
export function useUnread(): number {
  const chat = useOwnChat();
  return useSyncExternalStore(chat?.subscribe ?? nothing, () => chat?.snapshot().unread ?? 0);
}
