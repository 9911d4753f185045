import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useCountsVersion, useWorkspace } from './workspace.ts';

interface Choice {
  owner: number;
  countId: number;
  areaId: number | null;
}

const KEY = 'ostatok.scan.count';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
};
const read = (): string | null => localStorage.getItem(KEY);

/** Which count this phone counts for, and where; null: none. */
export function chooseCount(choice: Choice | null): void {
  if (choice) localStorage.setItem(KEY, JSON.stringify(choice));
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** The open counts on this phone. */
export function useCounts(): CountDetails[] | undefined {
  const { db } = useWorkspace();
  const version = useCountsVersion();
  const [counts, setCounts] = useState<CountDetails[]>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed counts are read anew
  useEffect(() => {
    let stale = false;
    db.getAll('counts').then(
      (all) => !stale && setCounts(all.sort((a, b) => b.id - a.id)),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db, version]);
  return counts;
}

export interface Counting {
  count: CountDetails;
  areaId: number | null;
  areaName: string | null;
}

/** The count that was chosen, while it is open. */
export function useCounting(): Counting | null {
  const { user } = useWorkspace();
  const counts = useCounts();
  const text = useSyncExternalStore(subscribe, read);
  if (!text) return null;
  const choice = JSON.parse(text) as Choice;
  const count = counts?.find(({ id }) => id === choice.countId);
  if (!count || choice.owner !== user.id) return null;
  const area = count.areas.find(({ id }) => id === choice.areaId);
  return { count, areaId: area?.id ?? null, areaName: area?.name ?? null };
}
