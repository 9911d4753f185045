import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { drawingOf } from '../../../tenant-runtime/contract/barcode-patterns.ts';

/** Frames of a hand that holds a bottle to the camera, as JPEGs for a fake camera. */
export async function film(page: Page, ean: string, turn: number): Promise<Buffer> {
  const modules = drawingOf(ean)?.patterns.join('') ?? '';
  const frames = await page.evaluate(
    async ({ modules, turn }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const context = canvas.getContext('2d');
      if (!context) return [];
      const shown: string[] = [];
      for (let frame = 0; frame < 12; frame += 1) {
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.fillStyle = '#3b4a44';
        context.fillRect(0, 0, 1280, 720);
        context.translate(640 + frame * 2, 360 - frame);
        context.rotate(turn + 0.05);
        context.fillStyle = '#e9e4d8';
        context.fillRect(-260, -150, 520, 300);
        context.fillStyle = '#1c1a18';
        for (const [at, bit] of [...modules].entries()) if (bit === '1') context.fillRect(-190 + at * 4, -100, 4, 180);
        shown.push(canvas.toDataURL('image/jpeg', 0.85).slice('data:image/jpeg;base64,'.length));
      }
      return shown;
    },
    { modules, turn },
  );
  return Buffer.concat(frames.map((frame) => Buffer.from(frame, 'base64')));
}

/** Opens a phone's page in a browser of its own whose camera plays a film. */
export async function openWithCamera(
  mjpeg: Buffer,
  executablePath: string | undefined,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-camera-'));
  const path = join(folder, 'label.mjpeg');
  await writeFile(path, mjpeg);
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${path}`,
    ],
  });
  const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 360, height: 740 } });
  context.setDefaultTimeout(120_000);
  return {
    page: await context.newPage(),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
