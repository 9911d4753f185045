import test from 'ava';
import type { CountEntry, CountLine } from '../../../tenant-runtime/contract/counts.endpoints.ts';
import { termsOf } from '../../../tenant-runtime/panel/features/counts/line-terms.ts';
import type { QueuedEntry } from '../../../tenant-runtime/panel/offline/count-outbox.ts';

const line = (fields: Partial<CountLine> = {}): CountLine => ({
  item: { id: 1, name: 'Джемесон', category: 'Виски', group: 'strong', unit: 'л' },
  counted: null,
  round: 1,
  recount: false,
  entries: 0,
  methods: [],
  counters: [],
  expected: null,
  against: null,
  difference: null,
  loss: null,
  ...fields,
});

let number = 0;
const entry = (quantity: number, fields: Partial<CountEntry> = {}): CountEntry => ({
  id: `e${number++}`,
  item: { id: 1, name: 'Джемесон', unit: 'л' },
  area: null,
  user: { id: 1, name: 'Анна' },
  quantity,
  grossWeightG: null,
  presetTareG: null,
  mark: null,
  method: 'typed',
  source: 'web',
  round: 1,
  note: null,
  at: '2026-01-31T12:00:00Z',
  voided: null,
  ...fields,
});

const queued = (quantity: number, id = `q${number++}`): QueuedEntry => ({
  countId: 1,
  entry: { id, itemId: 1, quantity, source: 'web' },
  itemName: 'Джемесон',
  unit: 'л',
  state: 'waiting',
});

test('what nobody has counted has no total: it is not zero', (t) => {
  t.is(termsOf(line(), [], []).total, null);
  t.is(termsOf(line({ counted: 0 }), [entry(0)], []).total, 0);
});

test('a total shows what it is made of, oldest first', (t) => {
  const terms = termsOf(line({ counted: 2.1 }), [entry(1.4), entry(0.7)], []);
  t.deepEqual([terms.total, terms.terms], [2.1, [0.7, 1.4]]);
});

test('what is on its way counts at once, and once', (t) => {
  const arrived = entry(1.4);
  const waiting = termsOf(line({ counted: 0.7 }), [entry(0.7)], [queued(1.4)]);
  t.deepEqual([waiting.total, waiting.terms, waiting.waiting], [2.1, [0.7, 1.4], 1]);
  const both = termsOf(line({ counted: 1.4 }), [arrived], [queued(1.4, arrived.id)]);
  t.is(both.total, 1.4);
});

test('taken back entries and earlier rounds are in no sum', (t) => {
  const voided = { at: '2026-01-31T12:01:00Z', by: 'Анна' };
  const known = [entry(0.5, { round: 2 }), entry(0.4, { round: 2 }), entry(9), entry(3, { voided })];
  const terms = termsOf(line({ counted: 0.9, round: 2 }), known, []);
  t.deepEqual(terms.terms, [0.4, 0.5]);
});

test('the first number after a recount was asked for begins a new sum', (t) => {
  const terms = termsOf(line({ counted: 5, recount: true, round: 2 }), [entry(5)], [queued(4)]);
  t.is(terms.total, 4);
});

test('where not every entry is known no sum is shown', (t) => {
  t.deepEqual(termsOf(line({ counted: 2.1 }), [entry(0.7)], []).terms, []);
});
