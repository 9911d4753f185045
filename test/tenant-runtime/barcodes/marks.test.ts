import test from 'ava';
import { createFrameReader } from '../../../tenant-runtime/contract/frame-reader.ts';
import { readMark } from '../../../tenant-runtime/contract/read-mark.ts';
import { loadDecoder } from '../../../tenant-runtime/src/barcodes/decoder.ts';
import { matrixOf } from '../../support/scanner/matrix.ts';
import { type Label, photograph, seeded } from './pictures.ts';

const decoder = loadDecoder();
const BEER = '0104660185918055215W1jSUJ';
const STAMP = '22N0000038BCXA633QP09458082800413034RCN7Q3IXBN9NKEI4VLFUNYEMD5C9LQ7X';
const LONG = `136400717589981018001${'B7LHU2OSA'.repeat(14)}UPC`;

async function labelOf(text: string, format: 'DataMatrix' | 'PDF417', { light = false } = {}): Promise<Label> {
  const rows = await matrixOf(text, format);
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const QUIET = 4;
  return (x, y) => {
    const [column, row] = [Math.floor(x + width / 2), Math.floor(y + height / 2)];
    const outside = (at: number, size: number): boolean => at < -QUIET || at >= size + QUIET;
    if (outside(column, width) || outside(row, height)) return null;
    return (rows[row]?.[column] ?? false) === light ? 1 : 0;
  };
}

const view = { scale: 4, turn: 0.3, lean: 0.05, bend: 0.002, blur: 0.8, noise: 8, dark: 50, light: 200 };

test('a camera reads marks of every kind, turned, blurred and light on dark, in one frame', async (t) => {
  const labels = [
    [BEER, await labelOf(`${BEER}\u001d93dGVz`, 'DataMatrix')],
    [BEER, await labelOf(`${BEER}\u001d93dGVz`, 'DataMatrix', { light: true })],
    [LONG, await labelOf(LONG, 'DataMatrix')],
    [STAMP, await labelOf(STAMP, 'PDF417')],
  ] as const;
  for (const [mark, label] of labels) {
    t.is(readMark(mark)?.mark, mark);
    const read = createFrameReader(await decoder, () => 0);
    // the rows of a stamp have to lie level, more or less
    const turn = mark === STAMP ? 0.05 : view.turn;
    t.deepEqual(await read(photograph(label, { ...view, turn }, seeded(1), 800, 600)), [mark]);
  }
});

test('what is in a matrix and is no mark is not read', async (t) => {
  const read = createFrameReader(await decoder, () => 0);
  const label = await labelOf('https://example.test/menu', 'DataMatrix');
  t.deepEqual(await read(photograph(label, view, seeded(1), 800, 600)), []);
});

test('on a slow phone a mark waits for its turn once, and the next ones are read at once', async (t) => {
  let time = 0;
  const decode = await decoder;
  const read = createFrameReader(
    (image, options) => {
      time += 1000;
      return decode(image, options);
    },
    () => time,
  );
  const frame = photograph(await labelOf(`${BEER}\u001d93dGVz`, 'DataMatrix'), view, seeded(2), 800, 600);
  let frames = 1;
  while ((await read(frame)).length === 0 && frames < 20) frames += 1;
  t.true(frames > 1 && frames < 10, `${frames}`);
  t.deepEqual(await read(frame), [BEER]);
});
