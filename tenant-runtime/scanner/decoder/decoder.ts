import type { FrameReader } from './frame-reader.ts';
import { nativeReader } from './native.ts';
import { wasmReader } from './wasm.ts';

/** Reads what a video shows at the moment. */

async function choose(): Promise<FrameReader> {
  const native = await nativeReader();
  if (native) return native;
  try {
    return await wasmReader(forget);
  } catch {
    const { scriptReader } = await import('./script.ts');
    return scriptReader();
  }
}

let chosen: Promise<FrameReader> | undefined;

/** Discards a reader that failed, for instance for lack of memory, so that the next request creates a new one. */
const forget = (): void => {
  chosen = undefined;
};

/** Loads the best reader for this browser once and keeps it, because the camera is switched on and off often. */
export function loadReader(): Promise<FrameReader> {
  chosen ??= choose().catch((error: unknown) => {
    chosen = undefined;
    throw error;
  });
  return chosen;
}

const FRAME_MS = 40;

/** Calls `onCodes` with the codes of each frame; frames that come while one is being decoded are dropped. */
export function watchVideo(video: HTMLVideoElement, reader: FrameReader, onCodes: (codes: string[]) => void) {
  let stopped = false;
  let busy = false;

  function next(): void {
    if (stopped) return;
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(look);
    else setTimeout(look, FRAME_MS);
  }
  let current = reader;
  async function another(): Promise<string[]> {
    current = await loadReader();
    return [];
  }
  async function look(): Promise<void> {
    next();
    if (busy || stopped) return;
    busy = true;
    const codes = await current
      .read(video)
      .catch(another)
      .catch(() => []);
    busy = false;
    if (!stopped && codes.length > 0) onCodes(codes);
  }
  next();
  return (): void => {
    stopped = true;
  };
}
