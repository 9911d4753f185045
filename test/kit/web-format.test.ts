import test from 'ava';
import { formatDateTime, formatDelta, formatMoney, formatQuantity, plural } from '../../kit/web/format.ts';

test('a quantity has a decimal comma, its unit and at most three decimals', (t) => {
  t.is(formatQuantity(0.7, 'л'), '0,7\u00a0л');
  t.is(formatQuantity(1234.5678, 'кг'), '1\u00a0234,568\u00a0кг');
  t.is(formatQuantity(-2, 'шт'), '−2\u00a0шт');
  t.is(formatQuantity(-0), '0');
});

test('a missing value is a dash, never a zero', (t) => {
  t.deepEqual(
    [formatQuantity(null, 'л'), formatMoney(undefined), formatMoney(''), formatDateTime(null)],
    ['—', '—', '—', '—'],
  );
});

test('a change carries its sign', (t) => {
  t.deepEqual(
    [0.7, -0.35, 0, null].map((value) => formatDelta(value, 'л')),
    ['+0,7\u00a0л', '−0,35\u00a0л', '0\u00a0л', '—'],
  );
});

test('money comes as a number or as its text', (t) => {
  t.is(formatMoney('1990.00'), '1\u00a0990\u00a0₽');
  t.is(formatMoney(990.5), '990,50\u00a0₽');
});

test('a time is in the venue’s zone, with the year when it is another one', (t) => {
  const now = new Date('2026-11-21T12:00:00Z');
  t.is(formatDateTime('2026-11-21T11:05:00Z', 'Europe/Moscow', now), '21 нояб, 14:05');
  t.regex(formatDateTime('2025-01-02T03:04:00Z', 'UTC', now), /2025/);
  t.is(formatDateTime('not a date'), '—');
});

test('a word takes the form of its count', (t) => {
  const days = ['день', 'дня', 'дней'] as const;
  t.deepEqual(
    [1, 2, 5, 11, 14, 21, 22, 111].map((count) => plural(count, days)),
    ['день', 'дня', 'дней', 'дней', 'дней', 'день', 'дня', 'дней'],
  );
});
