import { nativeReader } from './decoder-native.ts';
import { wasmReader } from './decoder-wasm.ts';
import type { FrameReader } from './frame-reader.ts';

/** Reads what a video shows at the moment. */

async function choose(): Promise<FrameReader> {
  const native = await nativeReader();
  if (native) return native;
  try {
    return await wasmReader(forget);
  } catch {
    const { scriptReader } = await import('./decoder-script.ts');
    return scriptReader();
  }
}

let chosen: Promise<FrameReader> | undefined;

/** A reader that broke down, as on a phone out of memory: the next one asked for is a new one. */
const forget = (): void => {
  chosen = undefined;
};

/** The best reader this browser has, loaded once and kept: the camera goes on and off all night. */
export function loadReader(): Promise<FrameReader> {
  chosen ??= choose().catch((error: unknown) => {
    chosen = undefined;
    throw error;
  });
  return chosen;
}

const FRAME_MS = 40;

/** Calls back with the codes of frame after frame; frames that come while one is being read are dropped. */
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
