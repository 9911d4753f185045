import { stripVTControlCharacters } from 'node:util';
import { lineOf, printable } from '@ostatok/cli/src/output/printable.ts';
import { fitColumns, table } from '@ostatok/cli/src/output/table.ts';
import test from 'ava';
import fc from 'fast-check';

const widest = (text: string): number =>
  Math.max(...text.split('\n').map((line) => [...stripVTControlCharacters(line)].length));

test('what a terminal would obey is shown instead, lines and tabs stay', (t) => {
  t.is(printable('\u001b[2J\u009b5mА\u202e\r\n\tБ'), '\ufffd[2J\ufffd5mА\ufffd\ufffd\n\tБ');
});

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

test('a name of several lines makes no row of its own', (t) => {
  const forged = 'Бар\n1\tплатформа\u2028всё цело';

  t.is(table(['ИМЯ', 'ЧИСЛО'], [[forged, '1']]).split(/[\n\u2028]/).length, 2);
  t.is(table(['ИМЯ', 'ЧИСЛО'], [[forged, '1']], 8, [0]).split(/[\n\u2028]/).length, 2);
  t.is(lineOf(forged), 'Бар 1 платформа всё цело');
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

test('a narrow terminal leaves out what is spare, keeps addresses and numbers whole, and says what it left', (t) => {
  const row = ['owner-of-a-bar@bars.example', 'Бар на Рубинштейна', '22.11.2026', 't0gv8lztx97'];
  const headers = ['EMAIL', 'НАЗВАНИЕ', 'СОЗДАН', 'НОМЕР'];
  const shown = (columns: number) => {
    const fitted = fitColumns(headers, [row], ['name', undefined, 'spare', 'whole'], columns);
    return { text: table(fitted.headers, fitted.rows, columns, fitted.whole), left: fitted.left };
  };

  t.deepEqual(shown(80).left, []);
  t.deepEqual(shown(66).left, ['СОЗДАН']);
  const narrow = shown(55);
  t.is(widest(narrow.text), 55);
  t.true(narrow.text.includes('owner-of-a-bar@bars.example') && narrow.text.includes('t0gv8lztx97'));
});

test('what a row tells is read before the columns beside it are', (t) => {
  const what = 'Вход поддержки в заведение «pivo» (pivo): Владелец звонил';
  const row = ['28', '25.11.2026, 09:44', 'admin@localhost', what, '127.0.0.1'];
  const headers = ['№', 'КОГДА', 'КТО', 'ЧТО', 'ОТКУДА'];
  const kinds = ['whole', 'whole', 'name', 'story', 'spare'] as const;

  const fitted = fitColumns(headers, [row], [...kinds], 80);
  const shown = table(fitted.headers, fitted.rows, 80, fitted.whole);

  t.deepEqual(fitted.left, ['ОТКУДА']);
  t.true(shown.includes('заведение «pivo»') && widest(shown) <= 80, shown);
  t.deepEqual(fitColumns(headers, [row], [...kinds], 120).left, []);
});

test('where no table fits, the columns of each row stand under each other, uncut', (t) => {
  const rows = [
    ['bar-na-rubinshteina', 'Приостановлен', 't0000000700'],
    ['pub', 'Активен', 't0000000701'],
  ];

  const text = table(['ПОДДОМЕН', 'СОСТОЯНИЕ', 'НОМЕР'], rows, 30, [0, 1, 2]);

  t.is(
    text,
    'ПОДДОМЕН   bar-na-rubinshteina\nСОСТОЯНИЕ  Приостановлен\nНОМЕР      t0000000700\n\n' +
      'ПОДДОМЕН   pub\nСОСТОЯНИЕ  Активен\nНОМЕР      t0000000701',
  );
});

test('an address of any length leaves room for the rest of its row, and a file gets everything', (t) => {
  const long = `${'x'.repeat(80)}@bars.example`;
  const [narrow, file] = [80, undefined].map((columns) => {
    const fitted = fitColumns(['EMAIL', 'НОМЕР'], [[long, '7']], ['name', 'whole'], columns);
    return table(fitted.headers, fitted.rows, columns, fitted.whole);
  });

  t.true(widest(narrow ?? '') <= 80);
  t.true(file?.includes(long));
});
