import type { FrameReader } from './decoder.ts';
import { frameOf } from './decoder-frame.ts';
import type { Asked, Told } from './decoder-messages.ts';

/** zxing-wasm in a worker. Rejects where WebAssembly or workers are not to be had. */
export function wasmReader(): Promise<FrameReader> {
  const worker = new Worker(new URL('./decoder-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (codes: string[]) => void>();
  let asked = 0;

  function read(video: HTMLVideoElement): Promise<string[]> {
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
    }
    worker.addEventListener('error', fail);
    worker.addEventListener('message', ({ data }: MessageEvent<Told>) => {
      if ('ready' in data) return data.ready ? resolve({ engine: 'wasm', read }) : fail();
      waiting.get(data.id)?.(data.codes);
      waiting.delete(data.id);
    });
  });
}
