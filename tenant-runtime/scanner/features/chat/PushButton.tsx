import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'react';
import { notify } from '../../chat/own-chat.ts';
import { isPushSupported, type PushState, readPush, renewPush, switchPushOff, switchPushOn } from '../../chat/push.ts';
import { IconButton } from '../../ui/Button.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';

const SAID: Record<PushState, string> = {
  on: 'Напоминания будут приходить, даже когда сканер закрыт',
  off: 'Уведомления на этом телефоне выключены',
  denied: 'Браузер не пускает уведомления этого сайта. Разрешите их в его настройках',
};

/** Switches the notices of the chat on this phone. */
export function PushButton() {
  const { api } = useWorkspace();
  const [state, setState] = useState<PushState>();
  useEffect(() => {
    if (!isPushSupported()) return;
    readPush().then(setState, () => undefined);
    // without a connection the phone stays subscribed as it was
    renewPush(api).catch(() => undefined);
  }, [api]);

  async function change(): Promise<void> {
    try {
      const next = await (state === 'on' ? switchPushOff(api) : switchPushOn(api));
      setState(next);
      notify[next === 'denied' ? 'error' : 'info'](SAID[next]);
    } catch (error) {
      notify.error(error instanceof Error ? error.message : String(error));
    }
  }

  if (!state) return null;
  const Icon = state === 'on' ? BellRing : Bell;
  return (
    <IconButton
      aria-label={state === 'on' ? 'Не присылать уведомления' : 'Присылать уведомления'}
      aria-pressed={state === 'on'}
      onClick={() => void change()}
    >
      <Icon size={22} aria-hidden />
    </IconButton>
  );
}
