import type { LiveEvent } from '@ostatok/api/contract/live.ts';
import { type BackoffOptions, createBackoff } from '@ostatok/kit/contract/backoff.ts';
import { recover } from '../recover.ts';
import { session } from '../session.ts';
import { readEvents } from './event-stream.ts';

const PATH = '/api/admin/events';
/** Random, so that not all clients reconnect at once after the server was down. */
const RECONNECT: BackoffOptions = { firstMs: 500, lastMs: 15_000, jitter: [0.5, 1.5] };
/** Three missed heartbeats of the server: a device that slept, or lost the network silently, reconnects. */
const SILENCE_MS = 45_000;

interface Listener {
  onEvent: (event: LiveEvent) => void;
  /** `again`: the stream was interrupted, so events may have been missed. */
  onOpen: (again: boolean) => void;
  onLost: () => void;
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', wake, { once: true });
    window.addEventListener('online', wake, { once: true });
  });

async function listenOnce(listener: Listener, signal: AbortSignal, onOpen: () => void): Promise<void> {
  const token = session.token();
  const silence = new AbortController();
  let watch = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await fetch(PATH, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status === 401) await recover(token);
    if (!response.ok || !response.body) return;
    onOpen();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(watch);
        watch = setTimeout(() => silence.abort(), SILENCE_MS);
        controller.enqueue(chunk);
      },
    });
    for await (const data of readEvents(response.body.pipeThrough(watched))) listener.onEvent(JSON.parse(data));
  } finally {
    clearTimeout(watch);
  }
}

/**
 * Keeps one stream of server events for this window and reconnects whenever it ends; the returned function stops it.
 */
export function connect(listener: Listener): () => void {
  const leaving = new AbortController();
  async function stay(): Promise<void> {
    const backoff = createBackoff(RECONNECT);
    let again = false;
    while (!leaving.signal.aborted) {
      await listenOnce(listener, leaving.signal, () => {
        listener.onOpen(again);
        again = true;
        backoff.reset();
      }).catch(() => undefined);
      if (leaving.signal.aborted) return;
      listener.onLost();
      await pause(backoff.next(), leaving.signal);
    }
  }
  void stay();
  return () => leaving.abort();
}
