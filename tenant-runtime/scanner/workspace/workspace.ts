import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { ChatOnDemand } from '../chat/own-chat.ts';
import type { Catalogue } from '../offline/catalogue.ts';
import type { Database } from '../offline/database.ts';
import type { Queue } from '../offline/queue.ts';
import type { QueueState } from '../offline/queue-state.ts';
import type { Api } from '../offline/send.ts';
import type { Session } from '../session/session.ts';

/** Everything that lives from sign-in to sign-out. */
export interface Workspace {
  user: Session['user'];
  db: Database;
  api: Api;
  queue: Queue;
  catalogue: Catalogue;
  /** The version of the counts on this phone, increased whenever they change. */
  counts: Signal;
  /** The version of the venue's settings on this phone. */
  settings: Signal;
  /** The person's conversation with the bot. */
  chat: ChatOnDemand;
  /** Reads the news from the server now. */
  refresh: () => Promise<void>;
  close: () => void;
}

export function createSignal() {
  let version = 0;
  const changes = createEmitter();
  return {
    version: (): number => version,
    subscribe: changes.subscribe,
    raise(): void {
      version += 1;
      changes.emit();
    },
  };
}
export type Signal = ReturnType<typeof createSignal>;

export const WorkspaceContext = createContext<Workspace | null>(null);

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext);
  if (!workspace) throw new Error('No workspace above: this screen belongs to somebody signed in');
  return workspace;
}

export function useQueue(): QueueState {
  const { queue } = useWorkspace();
  return useSyncExternalStore(queue.subscribe, queue.snapshot);
}

export function useCatalogueVersion(): number {
  const { catalogue } = useWorkspace();
  return useSyncExternalStore(catalogue.subscribe, catalogue.version);
}

export function useSettingsVersion(): number {
  const { settings } = useWorkspace();
  return useSyncExternalStore(settings.subscribe, settings.version);
}

export function useCountsVersion(): number {
  const { counts } = useWorkspace();
  return useSyncExternalStore(counts.subscribe, counts.version);
}
