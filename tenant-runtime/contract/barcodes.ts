import { normaliseEan } from './ean.ts';

/** What bottles, cans and cases carry, in the names of zxing-wasm. */
export const barcodeFormats = ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'ITF14'] as const;

/** What a decoder says of one barcode: its format by any of its usual names, and the digits it saw. */
export interface DecodedBarcode {
  format: string;
  text: string;
}

/** A decoded barcode as the code it stands for; null where its digits do not check. Case codes stay of 14 digits. */
export function codeOfBarcode({ format, text }: DecodedBarcode): string | null {
  const name = format.toLowerCase().replace(/[^a-z0-9]/g, '');
  const isCase = name === 'itf' || name === 'itf14';
  // The digits of any even number may stand in an ITF, and a case code has fourteen.
  if (isCase && text.length !== 14) return null;
  return normaliseEan(text);
}
