import { readFile } from 'node:fs/promises';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

/** Draws a mark as rows of modules: true is dark. */
export async function matrixOf(text: string, format: 'DataMatrix' | 'PDF417'): Promise<boolean[][]> {
  const wasm = await readFile(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  const { width, height, data } = (await writeBarcode(text, { format })).symbol;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => data[row * width + column] === 0),
  );
}
