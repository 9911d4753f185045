import { stripVTControlCharacters } from 'node:util';
import { table } from '@ostatok/cli/src/table.ts';
import test from 'ava';
import fc from 'fast-check';

const widest = (text: string): number =>
  Math.max(...text.split('\n').map((line) => [...stripVTControlCharacters(line)].length));

test('columns line up under their headers', (t) => {
  t.is(
    table(
      ['ИМЯ', 'ЧИСЛО'],
      [
        ['бар', '1'],
        ['ресторан', '22'],
      ],
    ),
    'ИМЯ       ЧИСЛО\nбар       1\nресторан  22',
  );
});

test('the widest column gives way so that the table fits the terminal', (t) => {
  const lines = table(['А', 'Б'], [['x'.repeat(100), 'короткий']], 40);

  t.is(widest(lines), 40);
  t.true(lines.includes('короткий'));
  t.true(lines.includes('…'));
});

test('three columns of any text fit 80 characters', (t) => {
  const rows = fc.array(fc.array(fc.string({ maxLength: 120 }), { minLength: 3, maxLength: 3 }), { maxLength: 20 });
  const outcome = fc.check(
    fc.property(rows, (cells) => {
      const clean = cells.map((row) => row.map((cell) => cell.replaceAll(/[\s\p{C}]/gu, '_')));
      return widest(table(['ПЕРВАЯ', 'ВТОРАЯ', 'ТРЕТЬЯ'], clean, 80)) <= 80;
    }),
  );

  t.false(outcome.failed);
});
