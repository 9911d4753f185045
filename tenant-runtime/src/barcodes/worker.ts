/**
 * The photo reader: a process that looks for barcodes in one picture and ends. The decoder and a photo's pixels take
 * memory that an idle venue has no use for, and a hostile picture can only hurt this process.
 */

import { readFile } from 'node:fs/promises';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { barcodeFormats, codeOfBarcode } from '../../contract/barcodes.ts';
import type { Answer } from './messages.ts';

async function loadDecoder(): Promise<void> {
  const beside = new URL('./zxing_reader.wasm', import.meta.url);
  const wasm = await readFile(beside).catch(() =>
    readFile(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))),
  );
  const wasmBinary = new Uint8Array(wasm).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
}

async function read(image: Uint8Array): Promise<Answer> {
  try {
    await loadDecoder();
    const found = await readBarcodes(image, { formats: [...barcodeFormats], tryHarder: true });
    const codes = found.filter(({ lineCount }) => lineCount > 5).map(codeOfBarcode);
    return { codes: [...new Set(codes.filter((code) => code !== null))] };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

// The tenant is gone: nobody waits for the answer.
process.on('disconnect', () => process.exit(0));
process.once('message', async (image) => {
  process.send?.(await read(image as Uint8Array));
  process.disconnect();
});
