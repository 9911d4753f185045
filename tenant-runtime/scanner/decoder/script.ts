import { codeOfBarcode } from '@ostatok/tenant-runtime/contract/barcodes.ts';
import { BrowserMultiFormatOneDReader, HTMLCanvasElementLuminanceSource } from '@zxing/browser';
import { BarcodeFormat, DecodeHintType } from '@zxing/library';
import { frameOf } from './frame.ts';
import type { FrameReader } from './frame-reader.ts';

// In 0.2.1 `tempCanvasElement` starts undefined, but is created only when null: the first frame without a code would
// throw.
Object.assign(HTMLCanvasElementLuminanceSource.prototype, { tempCanvasElement: null });

const formats = [
  BarcodeFormat.EAN_13,
  BarcodeFormat.EAN_8,
  BarcodeFormat.UPC_A,
  BarcodeFormat.UPC_E,
  BarcodeFormat.ITF,
];

function canvasOf(frame: ImageData, upright: boolean): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width: frame.width, height: frame.height });
  canvas.getContext('2d')?.putImageData(frame, 0, 0);
  if (!upright) return canvas;
  const turned = Object.assign(document.createElement('canvas'), { width: frame.height, height: frame.width });
  const context = turned.getContext('2d');
  context?.rotate(Math.PI / 2);
  context?.drawImage(canvas, 0, -frame.height);
  return turned;
}

/**
 * Uses @zxing/browser on the main thread, for browsers without WebAssembly. Every other frame is rotated for upright
 * labels.
 */
export function scriptReader(): FrameReader {
  const reader = new BrowserMultiFormatOneDReader(
    new Map<DecodeHintType, unknown>([
      [DecodeHintType.TRY_HARDER, true],
      [DecodeHintType.POSSIBLE_FORMATS, formats],
    ]),
  );
  let upright = false;
  return {
    engine: 'script',
    async read(video) {
      const frame = frameOf(video);
      if (!frame) return [];
      upright = !upright;
      try {
        const result = reader.decodeFromCanvas(canvasOf(frame, !upright));
        const format = BarcodeFormat[result.getBarcodeFormat()] ?? '';
        const code = codeOfBarcode({ format, text: result.getText() });
        return code ? [code] : [];
      } catch {
        // There is no code in this frame.
        return [];
      }
    },
  };
}
