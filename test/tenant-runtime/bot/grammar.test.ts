import test from 'ava';
import fc from 'fast-check';
import { changeIdOf } from '../../../tenant-runtime/src/bot/change-id.ts';
import { parseMessage } from '../../../tenant-runtime/src/bot/grammar.ts';
import { resolve } from '../../../tenant-runtime/src/bot/resolve.ts';
import { createNames, type FoundItem } from '../../../tenant-runtime/src/items/find-item.ts';

const itemNamed = (name: string, id = 1): FoundItem => ({
  id,
  name,
  article: null,
  ean: null,
  unit: 'л',
  volumeMl: null,
});

/** Letters of both alphabets, digits, and the very signs that the grammar lives by. */
const name = fc
  .string({ unit: fc.constantFrom(...'абвяёЖQz019 -+−–.№&/%«»()\'"'), minLength: 1, maxLength: 30 })
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => /[\p{L}]/u.test(text));
const sign = fc.constantFrom('+', '-', '−', '–', '➕', '➖', 'плюс ', 'минус ', '+ ', '- ');
const thousandths = fc.integer({ min: 1, max: 999_999_000 });

test('any item name with any sign and quantity is read back as that item and amount', (t) => {
  fc.assert(
    fc.property(name, sign, thousandths, fc.boolean(), (item, mark, amount, comma) => {
      const quantity = String(amount / 1000).replace('.', comma ? ',' : '.');
      const [line, ...others] = parseMessage(`${item} ${mark}${quantity}`);
      const outcome = line && resolve(line, createNames([itemNamed(item)]));
      const expected = (/^[-−–➖м]/u.test(mark) ? -amount : amount) / 1000;
      return others.length === 0 && outcome?.kind === 'apply' && outcome.delta === expected;
    }),
    { numRuns: 3000 },
  );
  t.pass();
});

test('no text whatever makes the grammar fail or hang', (t) => {
  const piece = fc.constantFrom(
    '+',
    '-',
    '—',
    ' ',
    ',',
    '.',
    ';',
    '\n',
    '1',
    '0,5',
    'мл',
    'плюс',
    'Абсолют',
    '🍷',
    '+1',
    '1 000',
    'пол',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(piece, { maxLength: 60 }).map((all) => all.join('')),
      ),
      (text) => {
        const names = createNames([itemNamed('Абсолют')]);
        for (const line of parseMessage(text)) resolve(line, names);
      },
    ),
    { numRuns: 3000 },
  );
  for (const nasty of [
    '+'.repeat(5000),
    '1'.repeat(5000),
    '+1'.repeat(2500),
    '+1 '.repeat(1700),
    '. '.repeat(2500),
    'а-1'.repeat(1600),
  ]) {
    const started = process.cpuUsage();
    for (const line of parseMessage(nasty)) resolve(line, createNames([itemNamed('Абсолют')]));
    const { user, system } = process.cpuUsage(started);
    t.true((user + system) / 1000 < 2000, nasty.slice(0, 6));
  }
});

test('a search among 10,000 names holds up nobody for long', (t) => {
  const makers = [
    'Абсолют',
    'Джемесон',
    'Каберне',
    'Мерло',
    'Боржоми',
    'Просекко',
    'Шардоне',
    'Балтика',
    'Хейнекен',
    'Кампари',
  ];
  const kinds = ['Классик', 'Резерв', 'Премиум', 'Ориджинал', 'Голд', 'Блэк', 'Россо', 'Бланко', 'Спешиал', 'Экстра'];
  const letters = 'бвгдзклмнпрст';
  const items = Array.from({ length: 10_000 }, (_, n) => {
    const own = [n, n >> 3, n >> 6].map((part) => `${letters[part % 13]}${'аоуеи'[part % 5]}`).join('');
    return itemNamed(`${makers[n % 10]} ${own} ${kinds[(n >> 4) % 10]} ${n % 97}`, n + 1);
  });
  const names = createNames(items);
  const queries = ['абсолют', 'шардонэ мавака резерф', 'absolut bava', 'совсем другое название', 'крем'];
  for (const query of queries) names.find(query);
  const started = process.cpuUsage();
  for (let round = 0; round < 10; round += 1) for (const query of queries) names.find(query);
  const { user, system } = process.cpuUsage(started);
  const each = (user + system) / 1000 / 50;
  t.log(`${each.toFixed(1)} ms`);
  // far above what it takes: `npm run bench search` measures
  t.true(each < 150, `${each} ms`);
});

test('a line of an update has one change id, another line another', (t) => {
  t.is(changeIdOf('a', 1, 0), changeIdOf('a', 1, 0));
  t.regex(changeIdOf('a', 1, 0), /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  t.is(new Set([changeIdOf('a', 1, 0), changeIdOf('a', 1, 1), changeIdOf('a', 2, 0), changeIdOf('b', 1, 0)]).size, 4);
});
