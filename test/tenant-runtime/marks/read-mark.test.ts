import test from 'ava';
import { readCode, readMark } from '../../../tenant-runtime/contract/read-mark.ts';

const GS = '\u001d';
const BEER = '0104660185918055215W1jSUJ';
const STAMP = `22N0000038BCXA633QP09458${'0'.repeat(44)}`;
const LONG = `136400717589981018001${'B7LHU2OSA'.repeat(14)}UPC`;

/** What a scanner types of a text when the computer's keyboard layout is Russian. */
function underRussianLayout(text: string): string {
  const latin = 'qwertyuiop[]asdfghjkl;\'zxcvbnm,./QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?&';
  const russian = 'йцукенгшщзхъфывапролджэячсмитьбю.ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ,?';
  return [...text].map((letter) => russian[latin.indexOf(letter)] ?? letter).join('');
}

test('a code of Честный ЗНАК is its GTIN and serial, however it was read and whatever follows', (t) => {
  const forms = [
    BEER,
    `${BEER}${GS}93dGVz`,
    `${GS}${BEER}${GS}93dGVz`,
    `]d2${BEER}${GS}93dGVz`,
    `\u00e8${BEER}${GS}93dGVz`,
    `${BEER}93dGVz`,
    `${BEER}${GS}91EE11${GS}92${'a'.repeat(44)}`,
    `${BEER}91EE1192${'a'.repeat(88)}`,
    `${BEER}335000050093dGVz`,
    '(01)04660185918055(21)5W1jSUJ(93)dGVz',
    '(01)04660185918055(21)5W1jSUJ',
    ` ${BEER}\n`,
    underRussianLayout(`${BEER}93dGVz`),
  ];
  for (const form of forms) t.deepEqual(readMark(form), { kind: 'gs1', mark: BEER, ean: '4660185918055' }, form);
});

test('serials of milk, of soft drinks and with signs of every kind are whole', (t) => {
  const gtin = '0104660185918055';
  for (const serial of ['"OKOH-', '5<&%>"\'', 'aB3:dE5;gH7_k', '93ab(1)', '(/?*+.,']) {
    const mark = `${gtin}21${serial}`;
    for (const form of [mark, `${mark}${GS}93dGVz`, `${mark}93dGVz`]) t.is(readMark(form)?.mark, mark, form);
  }
});

test('a stamp of 68 characters gives its alccode, one of 150 itself alone, in either case of letters', (t) => {
  t.deepEqual(readMark(STAMP), { kind: 'stamp68', mark: STAMP, alccode: '0011813000001188785' });
  t.deepEqual(readMark(STAMP.toLowerCase()), readMark(STAMP));
  t.deepEqual(readMark(underRussianLayout(STAMP)), readMark(STAMP));
  t.is(LONG.length, 150);
  t.deepEqual(readMark(LONG), { kind: 'stamp150', mark: LONG });
  t.deepEqual(readMark(underRussianLayout(LONG.toLowerCase())), readMark(LONG));
});

test('anything else is no mark', (t) => {
  const none = [
    '',
    '4660185918055',
    '04660185918055',
    '0104660185918055',
    '010466018591805521',
    // the check digit of the GTIN is wrong
    '0104660185918054215W1jSUJ',
    `0104660185918055215W1j SUJ`,
    `010466018591805521${'a'.repeat(21)}`,
    STAMP.slice(1),
    `${STAMP}0`,
    `22N${'Z'.repeat(65)}`,
    LONG.slice(1),
    'https://example.test/?q=0104660185918055215W1jSUJ',
    `01${'0'.repeat(14)}215W1jSUJ`,
    'Водка',
    `${BEER}${'x'.repeat(300)}`,
  ];
  for (const text of none) t.is(readMark(text), null, text);
});

test('the stored form of a mark is the stored form of itself, and a barcode stays one', (t) => {
  for (const code of [BEER, STAMP, LONG, '4660185918055']) t.is(readCode(readCode(code) ?? ''), code);
  t.is(readCode('04660185918055'), '4660185918055');
  t.is(readCode('просто текст'), null);
});
