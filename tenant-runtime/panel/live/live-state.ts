import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import type { ScalesReading } from '@ostatok/tenant-runtime/contract/socket.ts';

export interface LiveState {
  /** `connecting` lasts only until the first connection. */
  connection: 'connecting' | 'online' | 'offline';
  /** The error of reading the list; null while it is being read or after it was read. */
  loadError: unknown;
  /** `seenAt` is by this device's clock. */
  reading: (ScalesReading & { seenAt: number }) | null;
  /** Whether some quantities are hidden from this user by an open blind count. */
  blind: boolean;
}

export function createLiveState() {
  let state: LiveState = { connection: 'connecting', loadError: null, reading: null, blind: false };
  const changes = createEmitter();
  return {
    snapshot: (): LiveState => state,
    subscribe: changes.subscribe,
    publish(next: Partial<LiveState>): void {
      state = { ...state, ...next };
      changes.emit();
    },
  };
}
export type LiveStateStore = ReturnType<typeof createLiveState>;
