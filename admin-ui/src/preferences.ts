import type { Preferences } from '@ostatok/api/contract/preferences.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from './http-client.ts';
import { queryClient } from './query-client.ts';
import { sayFailed } from './ui/say.tsx';

const PATH = '/api/admin/preferences';
const KEY = ['preferences'];

/** The administrator's own setting, kept by the server for every browser they use; `fallback` until it is there. */
export function usePreference<Value extends NonNullable<unknown>>(key: string, fallback: Value) {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api.get<{ preferences: Preferences }>(PATH)).preferences,
    staleTime: 5 * 60_000,
  });
  const value = (data?.[key] as Value | undefined) ?? fallback;

  /** Holds at once here; the server hears of it behind. */
  async function set(next: Value): Promise<void> {
    queryClient.setQueryData<Preferences>(KEY, (before) => ({ ...before, [key]: next }));
    try {
      await api.put(`${PATH}/${key}`, { value: next });
    } catch (error) {
      sayFailed('Не удалось сохранить настройку', error);
      await queryClient.invalidateQueries({ queryKey: KEY });
    }
  }
  return [value, set] as const;
}
