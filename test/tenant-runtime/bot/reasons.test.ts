import test from 'ava';
import fc from 'fast-check';
import { parseMessage, parseQuantity } from '../../../tenant-runtime/src/bot/grammar.ts';
import { startVenueChat } from '../../support/telegram/venue-chat.ts';

/** The line's name, its amounts in thousandths and the reason; or why it is rejected. */
const read = (text: string): unknown[] =>
  parseMessage(text).map((line) =>
    line.kind === 'refused'
      ? line.reason
      : [line.main.name, line.main.amounts.map(({ micros }) => (micros ?? 0) / 1000), line.because],
  );

const cases: [string, ...unknown[]][] = [
  ['Джемесон −0,5 списание', ['Джемесон', [-500], 'waste']],
  ['Джемесон -0,5 бой', ['Джемесон', [-500], 'waste']],
  ['Джемесон -0,5 Бой.', ['Джемесон', [-500], 'waste']],
  ['Джемесон -0,5 л, пролив', ['Джемесон', [-500], 'waste']],
  ['Джемесон -50 мл. порча', ['Джемесон', [-50_000], 'waste']],
  ['Джемесон -0,5 (пролили)', ['Джемесон', [-500], 'waste']],
  ['Джемесон -0,5 -0,1 разбили', ['Джемесон', [-500, -100], 'waste']],
  ['Джемесон минус 1 угощение', ['Джемесон', [-1000], 'comp']],
  ['Джемесон -1 комплимент', ['Джемесон', [-1000], 'comp']],
  ['Джемесон -1 перемещение', ['Джемесон', [-1000], 'transfer']],
  ['Джемесон +1 передали', ['Джемесон', [1000], 'transfer']],
  ['Джемесон -0,5 бой, Лимон -1 порча', ['Джемесон', [-500], 'waste'], ['Лимон', [-1000], 'waste']],
  ['Джемесон -0,5, бой, Лимон -1', ['Джемесон', [-500], 'waste'], ['Лимон', [-1000], undefined]],
  // Further words belong to the reason; words with a quantity are another item.
  ['Тоник -2 списание истёк срок', ['Тоник', [-2000], 'waste']],
  ['Тоник -2 списание, истёк срок', ['Тоник', [-2000], 'waste']],
  ['Тоник -2, списание: истёк срок', ['Тоник', [-2000], 'waste']],
  ['Тоник -2 (угощение постоянному гостю)', ['Тоник', [-2000], 'comp']],
  ['Тоник -2 списание бой', ['Тоник', [-2000], 'waste']],
  ['Тоник -2 бой, Лимон -1 порча в холодильнике', ['Тоник', [-2000], 'waste'], ['Лимон', [-1000], 'waste']],
  ['Тоник -2 бой Лимон -1', 'two-quantities'],
  ['Джемесон 0,5 бой', 'no-sign'],
  ['Джемесон бой', 'no-quantity'],
  ['бой', 'no-quantity'],
  ['Джемесон -1 комплимента', 'unknown-unit'],
  // Names that are such words, or contain them.
  ['Бой +1', ['Бой', [1000], undefined]],
  ['Комплимент шефа -1', ['Комплимент шефа', [-1000], undefined]],
  ['Джемесон +1, Комплимент шефа +2', ['Джемесон', [1000], undefined], ['Комплимент шефа', [2000], undefined]],
  ['Петушиный бой -1 бой', ['Петушиный бой', [-1000], 'waste']],
];
for (const [text, ...wanted] of cases) test(`«${text}»`, (t) => t.deepEqual(read(text), wanted));

test('a reason changes nothing of how a line is read', (t) => {
  const name = fc
    .string({ unit: fc.constantFrom(...'абвЁZ019 -+.№()'), minLength: 1, maxLength: 20 })
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text));
  const word = fc.constantFrom('бой', 'списание', 'пролив', 'угощение', 'перемещение');
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 99_999 }), word, (item, amount, why) => {
      const line = `${item} -${amount / 1000}`;
      const [plain] = parseMessage(line);
      const [reasoned] = parseMessage(`${line} ${why}`);
      if (plain?.kind !== 'change' || plain.certainty === 'doubtful') return true;
      return (
        reasoned?.kind === 'change' &&
        reasoned.because !== undefined &&
        JSON.stringify(reasoned.main) === JSON.stringify(plain.main)
      );
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('an answer with just a quantity is read, and nothing else is taken for one', (t) => {
  t.like(parseQuantity('+0,7'), { signed: true, amounts: [{ micros: 700_000 }] });
  t.like(parseQuantity('- 200 мл бой'), { signed: true, because: 'waste' });
  t.like(parseQuantity('0,7 л'), { signed: false, amounts: [{ micros: 700_000, measure: 'l' }] });
  t.like(parseQuantity('12'), { signed: false });
  for (const text of ['', 'Джемесон', 'Джемесон +1', '+1 Лимон', '0,7 0,5', 'бой'])
    t.is(parseQuantity(text), undefined, text);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => void parseQuantity(text)),
    {
      numRuns: 2000,
    },
  );
});

test('a reason is stored with the change and shown in its echo and in /last', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');

  t.deepEqual(await chat.say('Джемесон -0,5 бой'), ['Джемесон: 0 → −0,5 л (−0,5, списание)']);
  t.true((await chat.say('/last'))[0]?.includes('Джемесон: −0,5 → −0,5 л, списание'));
  t.is((await chat.db('changes').first('reason')).reason, 'waste');
  t.true((await chat.say('Джемесон +1 бой'))[0]?.includes('бывает только у расхода'));
  t.deepEqual(await chat.say('Джемесон -0,1 угощение, день рождения'), [
    'Джемесон: −0,5 → −0,6 л (−0,1, угощение: день рождения)',
  ]);
  t.is((await chat.db('changes').orderBy('seq', 'desc').first('note')).note, 'день рождения');
  await chat.stock('Мартини Бьянко', 'Мартини Россо');
  await chat.say('мартини -1 угощение');
  await chat.press('Мартини Россо');
  t.is((await chat.db('changes').orderBy('seq', 'desc').first('reason')).reason, 'comp');
});

test('taking more than there was is done and said', async (t) => {
  const chat = await startVenueChat(t);
  await chat.stock('Джемесон');
  await chat.say('Джемесон +0,7');

  t.deepEqual(await chat.say('Джемесон -3'), [
    'Джемесон: 0,7 → −2,3 л (−3)\nДжемесон — остаток меньше нуля. Если это опечатка, исправьте своё сообщение',
  ]);
});
