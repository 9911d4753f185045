import test from 'ava';
import { addTo, type Key, outcomeOf, press } from '../../../tenant-runtime/scanner/amount/keypad.ts';
import { createDebouncedReads } from '../../../tenant-runtime/scanner/camera/debounced-reads.ts';

const typed = (keys: string): string => [...keys].reduce((text, key) => press(text, key as Key), '');

const sequences: [keys: string, text: string][] = [
  ['07', '7'],
  [',7', '0,7'],
  ['0,7', '0,7'],
  ['0,,7', '0,7'],
  ['1,2345', '1,234'],
  ['12⌫', '1'],
  ['⌫', ''],
  ['9999999', '999999'],
];
for (const [keys, text] of sequences) {
  test(`the keys ${keys} give «${text}»`, (t) => {
    t.is(typed(keys), text);
  });
}

test('a number becomes a change by what it stands for', (t) => {
  t.deepEqual(outcomeOf('0,7', 'minus', 5), { amount: { delta: -0.7 }, after: 4.3 });
  t.deepEqual(outcomeOf('0,1', 'plus', 0.2), { amount: { delta: 0.1 }, after: 0.3 });
  t.deepEqual(outcomeOf('0', 'set', 5), { amount: { set: 0 }, after: 0 });
  t.is(outcomeOf('0', 'plus', 5), null);
  t.is(outcomeOf('', 'set', 5), null);
  t.deepEqual(outcomeOf('2', 'minus', null), { amount: { delta: -2 }, after: null }, 'what there is may be hidden');
});

test('bottles add up to what is typed already', (t) => {
  t.is(addTo('', 0.7), '0,7');
  t.is(addTo('0,7', 0.7), '1,4');
  t.is(addTo('0,1', 0.2), '0,3');
  t.is(addTo('999999', 1), '999999');
});

test('a code counts when it was read twice close together, and once for each time it is shown', (t) => {
  let time = 0;
  const sure = createDebouncedReads(() => time);
  const at = (moment: number, code: string): string | null => {
    time = moment;
    return sure(code);
  };
  t.is(at(0, '4600494000737'), null);
  t.is(at(60, '4600494000737'), '4600494000737');
  t.is(at(120, '4600494000737'), null, 'still in sight');
  t.is(at(3_000, '4600494000737'), null, 'shown again: one read');
  t.is(at(3_060, '4600494000737'), '4600494000737');
});

test('a read with a wrong check digit never counts', (t) => {
  const sure = createDebouncedReads(() => 0);
  t.is(sure('4600494000738'), null);
  t.is(sure('4600494000738'), null);
});
