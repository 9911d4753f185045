import { drawingOf } from '@ostatok/tenant-runtime/contract/barcode-patterns.ts';
import { codeOfBarcode } from '@ostatok/tenant-runtime/contract/barcodes.ts';
import type { FrameReader } from './frame-reader.ts';

/** The Barcode Detection API (WICG), in browsers that have it. */
interface Detector {
  detect(source: CanvasImageSource | ImageData): Promise<{ rawValue: string; format: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

const WANTED = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'itf', 'data_matrix', 'pdf417'];
const KNOWN = '4600494000737';
const PROOF_MS = 700;

/** Draws a known code to test the system's detector: some list the formats but find nothing. */
function drawKnown(): HTMLCanvasElement | null {
  const modules = drawingOf(KNOWN)?.patterns.join('') ?? '';
  const canvas = Object.assign(document.createElement('canvas'), { width: 460, height: 200 });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [at, bit] of [...modules].entries()) if (bit === '1') context.fillRect(40 + at * 4, 20, 4, 160);
  return canvas;
}

async function proves(detector: Detector): Promise<boolean> {
  const canvas = drawKnown();
  if (!canvas) return false;
  const late = new Promise<never[]>((resolve) => setTimeout(() => resolve([]), PROOF_MS));
  const found = await Promise.race([detector.detect(canvas), late]);
  return found.some((barcode) => codeOfBarcode({ format: barcode.format, text: barcode.rawValue }) === KNOWN);
}

/** The system's own detector, if it reads EAN-13 and passes the test; it uses the least battery. */
export async function nativeReader(): Promise<FrameReader | null> {
  const Known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Known) return null;
  try {
    const supported = await Known.getSupportedFormats();
    if (!supported.includes('ean_13')) return null;
    const detector = new Known({ formats: WANTED.filter((format) => supported.includes(format)) });
    if (!(await proves(detector))) return null;
    return {
      engine: 'native',
      async read(video) {
        const found = await detector.detect(video);
        const codes = found.map(({ format, rawValue }) => codeOfBarcode({ format, text: rawValue }));
        return codes.filter((code) => code !== null);
      },
    };
  } catch {
    return null;
  }
}
