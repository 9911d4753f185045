import type { Preferences } from '@ostatok/api/contract/preferences.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './http-client.ts';
import { queryClient } from './query-client.ts';
import { toastFailed } from './ui/toasts.tsx';

const KEY = ['preferences'];

let channel: BroadcastChannel | undefined;
/** Changes run one after another, because each reads the result of the one before. */
let saved = Promise.resolve();

/** Shares the settings with the other windows of this browser. */
function otherWindows(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel('ostatok-admin-preferences');
  channel.onmessage = () => void queryClient.invalidateQueries({ queryKey: KEY });
  return channel;
}

async function read(): Promise<Preferences> {
  otherWindows();
  return (await api.call('GET /api/admin/preferences')).preferences;
}

/** An administrator's own setting, stored on the server for all their browsers; `fallback` until it is loaded. */
export function usePreference<Value extends NonNullable<unknown>>(key: string, fallback: Value) {
  const { data } = useQuery({ queryKey: KEY, queryFn: read, staleTime: 5 * 60_000 });
  const valueIn = (preferences: Preferences | undefined): Value =>
    (preferences?.[key] as Value | undefined) ?? fallback;

  async function save(next: (before: Value) => Value): Promise<void> {
    try {
      await api.call('PUT /api/admin/preferences/:key', {
        params: { key },
        body: { value: next(valueIn(await read())) },
      });
      otherWindows().postMessage(key);
    } catch (error) {
      toastFailed('Не удалось сохранить настройку', error);
      await queryClient.invalidateQueries({ queryKey: KEY });
    }
  }

  /** Applies the change here at once and saves it afterwards, on top of what another window may have changed. */
  function change(next: (before: Value) => Value): Promise<void> {
    queryClient.setQueryData<Preferences>(KEY, (before) => ({ ...before, [key]: next(valueIn(before)) }));
    saved = saved.then(() => save(next));
    return saved;
  }
  return { value: valueIn(data), isKnown: data !== undefined, change };
}
