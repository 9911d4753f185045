/// <reference lib="webworker" />
/** Decodes frames in a worker, so that the page stays responsive. */

import { barcodeFormats, type Decoder, decoderSettings } from '@ostatok/tenant-runtime/contract/barcodes.ts';
import { createFrameReader } from '@ostatok/tenant-runtime/contract/frame-reader.ts';
import { colourOf, greyOf } from '@ostatok/tenant-runtime/contract/grey-image.ts';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Asked, DecoderMessage } from './messages.ts';

declare const self: DedicatedWorkerGlobalScope;

// The default is a CDN, which a phone cannot reach offline.
const loaded = prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });

const decode: Decoder = (image, options) => {
  const { data, width, height } = colourOf(image);
  const picture = new ImageData(data as Uint8ClampedArray<ArrayBuffer>, width, height);
  return readBarcodes(picture, { ...decoderSettings, formats: [...barcodeFormats], ...options });
};

const post = (message: DecoderMessage): void => self.postMessage(message);
const readFrame = createFrameReader(decode, () => performance.now());

self.addEventListener('message', async ({ data }: MessageEvent<Asked>) => {
  try {
    const { width, height, pixels } = data;
    const image = greyOf({ width, height, data: new Uint8ClampedArray(pixels) });
    post({ id: data.id, codes: await readFrame(image) });
  } catch {
    post({ id: data.id, codes: [] });
  }
});

loaded.then(
  () => post({ ready: true }),
  () => post({ ready: false }),
);
