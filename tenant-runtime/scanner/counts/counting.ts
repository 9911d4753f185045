import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Database } from '../offline/database.ts';
import { useCountsVersion, useWorkspace } from '../workspace/workspace.ts';

interface Choice {
  owner: number;
  countId: number;
  areaId: number | null;
}

const KEY = 'ostatok.scan.count';
const choices = createEmitter();

const subscribe = (listener: () => void): (() => void) => {
  const unsubscribe = choices.subscribe(listener);
  window.addEventListener('storage', listener);
  return () => {
    unsubscribe();
    window.removeEventListener('storage', listener);
  };
};
const read = (): string | null => localStorage.getItem(KEY);

/** Sets the count and area in which this phone counts; null for none. */
export function chooseCount(choice: Choice | null): void {
  if (choice) localStorage.setItem(KEY, JSON.stringify(choice));
  else localStorage.removeItem(KEY);
  choices.emit();
}

/** The last result, with which the next screen starts, so that its layout does not jump. */
const lastRead = new WeakMap<Database, CountDetails[]>();

/** The open counts on this phone; undefined until they are read. */
export function useCounts(): CountDetails[] | undefined {
  const { db } = useWorkspace();
  const version = useCountsVersion();
  const [counts, setCounts] = useState(() => lastRead.get(db));
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed counts are read anew
  useEffect(() => {
    let stale = false;
    db.getAll('counts').then(
      (all) => {
        if (stale) return;
        all.sort((a, b) => b.id - a.id);
        lastRead.set(db, all);
        setCounts(all);
      },
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db, version]);
  return counts;
}

/** Whether the server would add an item created after the count was opened: only if it is within the count's scope. */
export const belongs = ({ scope, categories }: CountDetails, { category }: Pick<ShownItem, 'category'>): boolean =>
  scope === 'all' || (scope === 'categories' && categories.includes(category));

export interface Counting {
  count: CountDetails;
  areaId: number | null;
  areaName: string | null;
}

/** The chosen count while it is open; undefined until it is known. */
export function useCounting(): Counting | null | undefined {
  const { user } = useWorkspace();
  const counts = useCounts();
  const text = useSyncExternalStore(subscribe, read);
  if (!text) return null;
  const choice = JSON.parse(text) as Choice;
  if (choice.owner !== user.id) return null;
  if (!counts) return undefined;
  const count = counts.find(({ id }) => id === choice.countId);
  if (!count) return null;
  const area = count.areas.find(({ id }) => id === choice.areaId);
  return { count, areaId: area?.id ?? null, areaName: area?.name ?? null };
}
