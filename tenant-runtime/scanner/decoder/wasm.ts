import { frameOf } from './frame.ts';
import type { FrameReader } from './frame-reader.ts';
import type { Asked, DecoderMessage } from './messages.ts';

/** Uses zxing-wasm in a worker. Rejects without WebAssembly or workers; calls `onDead` when the worker fails later. */
export function wasmReader(onDead: () => void): Promise<FrameReader> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (codes: string[]) => void>();
  let asked = 0;
  let state: 'loading' | 'ready' | 'dead' = 'loading';

  function read(video: HTMLVideoElement): Promise<string[]> {
    if (state === 'dead') return Promise.reject(new Error('The decoder broke down'));
    const frame = frameOf(video);
    if (!frame) return Promise.resolve([]);
    asked += 1;
    const message: Asked = { id: asked, width: frame.width, height: frame.height, pixels: frame.data.buffer };
    return new Promise((resolve) => {
      waiting.set(message.id, resolve);
      worker.postMessage(message, [message.pixels]);
    });
  }

  return new Promise((resolve, reject) => {
    function fail(): void {
      worker.terminate();
      reject(new Error('The decoder did not load'));
      // Otherwise callers waiting for a frame would wait for ever.
      for (const answer of waiting.values()) answer([]);
      waiting.clear();
      if (state === 'ready') onDead();
      state = 'dead';
    }
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<DecoderMessage>) => {
      if ('ready' in data) {
        if (!data.ready) return fail();
        state = 'ready';
        return resolve({ engine: 'wasm', read });
      }
      waiting.get(data.id)?.(data.codes);
      waiting.delete(data.id);
    });
  });
}
