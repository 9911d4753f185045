import type { SandboxEvent } from '@ostatok/api/contract/sandbox.ts';
import { useEffect, useRef, useState } from 'react';

const words: Record<string, string> = {
  typing: 'печатает…',
  upload_document: 'отправляет файл…',
  upload_photo: 'отправляет фото…',
};

/** How long a messenger shows a chat action, unless the message comes sooner. */
const LASTS_MS = 5000;

const keyOf = ({ botId, personId }: { botId: number; personId: number }): string => `${botId} ${personId}`;

export function useBotActions() {
  const [shown, setShown] = useState<Record<string, string>>({});
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach(clearTimeout);
  }, []);

  function hide(key: string) {
    clearTimeout(timers.current.get(key));
    setShown(({ [key]: _gone, ...rest }) => rest);
  }

  function onEvent(event: SandboxEvent) {
    const key = keyOf(event);
    if (event.type === 'message') hide(key);
    if (event.type !== 'action') return;
    hide(key);
    setShown((before) => ({ ...before, [key]: words[event.action] ?? words.typing ?? '' }));
    timers.current.set(
      key,
      setTimeout(() => hide(key), LASTS_MS),
    );
  }

  return { onEvent, of: (botId: number, personId: number) => shown[keyOf({ botId, personId })] ?? null };
}
