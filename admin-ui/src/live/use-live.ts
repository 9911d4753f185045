import { useEffect, useState } from 'react';
import { connect } from './connect.ts';
import { everythingChanged, onLiveEvent } from './invalidation.ts';

/** Keeps this window current; returns whether the stream is connected. */
export function useLive(): boolean {
  const [isLive, setLive] = useState(false);
  useEffect(
    () =>
      connect({
        onEvent: onLiveEvent,
        onOpen(again) {
          setLive(true);
          if (again) everythingChanged();
        },
        onLost: () => setLive(false),
      }),
    [],
  );
  return isLive;
}
