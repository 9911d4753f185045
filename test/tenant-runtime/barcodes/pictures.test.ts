import test, { type ExecutionContext } from 'ava';
import { drawingOf } from '../../../tenant-runtime/contract/barcode-patterns.ts';
import { readPhoto } from '../../../tenant-runtime/contract/barcodes.ts';
import { loadDecoder } from '../../../tenant-runtime/src/barcodes/decoder.ts';
import { barLabel, digits, type Label, photograph, seeded, storedAs, type View, withCheckDigit } from './pictures.ts';

const decoder = loadDecoder();
const modulesOf = (code: string, asUpcE = false): string => drawingOf(code, asUpcE)?.patterns.join('') ?? '';

/** A view from a good photo (0) to an unreadable one (1). */
function viewAt(hard: number, random: () => number): View {
  return {
    scale: 3 - 1.7 * hard * random(),
    // In a good photo the label is level or upright, as held by hand; in the others at any angle.
    turn: (Math.floor(random() * 4) * Math.PI) / 2 + (random() - 0.5) * (hard < 0.2 ? 0.5 : Math.PI / 2),
    lean: (random() - 0.5) * 0.3 * hard,
    bend: 0.012 * hard * random(),
    blur: 0.4 + 3 * hard * random(),
    noise: 3 + 25 * hard * random(),
    dark: 25 + 60 * hard * random(),
    light: 225 - 110 * hard * random(),
  };
}

const randomCode = (random: () => number, length: number): string => {
  for (;;) {
    const code = withCheckDigit(digits(random, length - 1));
    if (code.length === storedAs(code).length && !code.startsWith('0')) return code;
  }
};

interface Made {
  label: Label;
  code: string;
}

async function readAll(t: ExecutionContext, count: number, hard: number, make: (random: () => number) => Made) {
  t.timeout(300_000);
  const decode = await decoder;
  const wrong: string[] = [];
  let read = 0;
  for (let seed = 1; seed <= count; seed += 1) {
    const random = seeded(seed);
    const { label, code } = make(random);
    const found = await readPhoto(photograph(label, viewAt(hard, random), random), decode);
    if (found.includes(code)) read += 1;
    for (const each of found) if (each !== code) wrong.push(`seed ${seed}: ${each} for ${code || 'nothing'}`);
  }
  return { read, wrong };
}

const COUNT = 10;

for (const length of [13, 8]) {
  const make = (random: () => number) => {
    const code = randomCode(random, length);
    return { code, label: barLabel(modulesOf(code)) };
  };
  test(`EAN-${length} in good photos, level or upright, is read`, async (t) => {
    const { read, wrong } = await readAll(t, COUNT, 0.15, make);
    t.deepEqual(wrong, []);
    t.true(read >= COUNT * 0.8, `${read} of ${COUNT}`);
  });
  test(`EAN-${length} in photos from poor to hopeless is never read wrong`, async (t) => {
    const { read, wrong } = await readAll(t, COUNT * 2, 1, make);
    t.log(`${read} of ${COUNT * 2} read`);
    t.deepEqual(wrong, []);
  });
}

test('bars whose check digit is wrong are no code', async (t) => {
  const { read, wrong } = await readAll(t, COUNT, 0.4, (random) => {
    const code = randomCode(random, 13);
    const other = `${code.slice(0, 12)}${(Number(code[12]) + 1 + Math.floor(random() * 9)) % 10}`;
    return { code: '', label: barLabel(modulesOf(other)) };
  });
  t.is(read, 0);
  t.deepEqual(wrong, []);
});

test('a code with one digit overprinted is no code, whichever it is', async (t) => {
  const { wrong } = await readAll(t, COUNT, 0.4, (random) => {
    const code = randomCode(random, 13);
    const modules = modulesOf(code);
    const at = 3 + 7 * Math.floor(random() * 6);
    return { code: '', label: barLabel(`${modules.slice(0, at)}${'1'.repeat(7)}${modules.slice(at + 7)}`) };
  });
  t.deepEqual(wrong, []);
});

/**
 * Widths of bars and spaces of the first Code 128 characters, enough for stripes that look like a code (ISO/IEC 15417).
 */
const CODE_128 = '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212'.split(' ');
const widthsToModules = (widths: string): string =>
  [...widths].map((width, at) => (at % 2 ? '0' : '1').repeat(Number(width))).join('');

const likenesses: Record<string, (random: () => number) => Label> = {
  'Code 128': (random) => {
    const words = Array.from({ length: 8 }, () => CODE_128[Math.floor(random() * CODE_128.length)]);
    return barLabel(widthsToModules(`211214${words.join('')}2331112`));
  },
  'interleaved stripes': (random) =>
    barLabel(widthsToModules(Array.from({ length: 60 }, () => (random() < 0.4 ? 3 : 1)).join(''))),
  'stripes of any width': (random) =>
    barLabel(widthsToModules(Array.from({ length: 60 }, () => 1 + Math.floor(random() * 4)).join(''))),
  'even stripes': () => barLabel('10'.repeat(60)),
  'a QR code': (random) => {
    const cells = Array.from({ length: 33 * 33 }, () => (random() < 0.5 ? 0 : 1));
    return (x, y) => {
      const [column, row] = [Math.floor(x / 3 + 16.5), Math.floor(y / 3 + 16.5)];
      return column < 0 || row < 0 || column > 32 || row > 32 ? null : (cells[row * 33 + column] ?? 1);
    };
  },
  'lines of print': (random) => {
    const strokes = Array.from({ length: 4000 }, () => random());
    return (x, y) => {
      const row = Math.floor((y + 60) / 12);
      if ((y + 60) % 12 > 8 || Math.abs(x) > 70) return 1;
      return (strokes[(row * 97 + Math.floor((x + 70) * 1.4)) % 4000] ?? 0) < 0.35 ? 0 : 1;
    };
  },
  grain: (random) => () => random(),
  'pieces of a longer code': (random) => {
    const modules = modulesOf(randomCode(random, 13));
    return barLabel(modules.slice(Math.floor(random() * 20), 60 + Math.floor(random() * 34)));
  },
};

for (const [name, make] of Object.entries(likenesses)) {
  test(`${name}: no code is seen`, async (t) => {
    const { wrong } = await readAll(t, COUNT, 0.5, (random) => ({ code: '', label: make(random) }));
    t.deepEqual(wrong, []);
  });
}

test('a UPC-E is read as the code it stands for', async (t) => {
  const { read, wrong } = await readAll(t, COUNT, 0.15, (random) => {
    const code = storedAs(withCheckDigit(`0${digits(random, 5)}0000${5 + Math.floor(random() * 5)}`));
    return { code, label: barLabel(modulesOf(code, true)) };
  });
  t.deepEqual(wrong, []);
  t.true(read >= COUNT * 0.8, `${read} of ${COUNT}`);
});
