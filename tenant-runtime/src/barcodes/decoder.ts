import { readFile } from 'node:fs/promises';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barcodeFormats, type Decoder, decoderSettings } from '../../contract/barcodes.ts';
import { colourOf } from '../../contract/grey-image.ts';

/**
 * Loads zxing-wasm from beside this program where it is built, or else from its package. By default it would load
 * itself from a CDN.
 */
async function loadWasm(): Promise<ArrayBuffer> {
  const beside = new URL('./zxing_reader.wasm', import.meta.url);
  const bytes = await readFile(beside).catch(() =>
    readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
  );
  return new Uint8Array(bytes).buffer;
}

export async function loadDecoder(): Promise<Decoder> {
  await prepareZXingModule({ overrides: { wasmBinary: await loadWasm() }, fireImmediately: true });
  return (image, options) => {
    const picture = { ...colourOf(image), colorSpace: 'srgb' as const };
    return readBarcodes(picture as ImageData, { ...decoderSettings, formats: [...barcodeFormats], ...options });
  };
}
