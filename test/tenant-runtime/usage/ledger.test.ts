import { type Fact, ledgerOf, thousandths } from '@ostatok/tenant-runtime/src/usage/ledger.ts';
import test from 'ava';
import { seeded, seedFor } from '../../support/run/random.ts';

const fact = (kind: Fact['kind'], order: number, quantity: number, error = 0): Fact => ({
  ...{ kind, order, error },
  at: new Date(order).toISOString(),
  text: '',
  quantity: thousandths(quantity),
});

test('the lines of a ledger add up to the thousandth, whatever fractions recipes leave', (t) => {
  const random = seeded(seedFor('ledger'));
  const thirds = Array.from(
    { length: 200 },
    (_, at): Fact => ({
      ...fact('sold', at + 1, 0),
      quantity: { digits: -BigInt(Math.floor(random() * 1e12)), scale: 13 },
    }),
  );
  const { lines } = ledgerOf([fact('opening', 0, 12.345), ...thirds, fact('counted', 1000, 3.1)]);
  const exact = thirds.reduce((sum, { quantity }) => sum + quantity.digits, 123_450_000_000_000n);
  const shown = lines.slice(0, -1).reduce((sum, { quantity }) => sum + Math.round(quantity * 1000), 0);
  t.is(shown, Math.round(Number(exact) / 1e10));
  t.is(lines.at(-1)?.expected, shown / 1000);
});

test('facts give the same ledger in whatever order they arrive', (t) => {
  const random = seeded(seedFor('ledger'));
  const facts = [
    fact('opening', 0, 5),
    fact('delivered', 10, 6),
    fact('sold', 20, -2.5),
    fact('observed', 30, 8.1, 100),
    fact('waste', 40, -0.3),
    fact('counted', 50, 7.9),
  ];
  const shuffled = facts.map((one) => ({ one, at: random() })).sort((a, b) => a.at - b.at);
  t.deepEqual(ledgerOf(shuffled.map(({ one }) => one)), ledgerOf(facts));
});

test('a check between the counts tells on which side of it the loss lies', (t) => {
  const { windows } = ledgerOf([
    fact('opening', 0, 10, 0),
    fact('sold', 10, -3),
    fact('observed', 20, 7),
    fact('sold', 30, -1),
    fact('counted', 40, 4.5, 50),
  ]);
  t.deepEqual(
    windows.map(({ variance, error }) => ({ variance, error })),
    [
      { variance: 0, error: 0 },
      { variance: -1.5, error: 0.05 },
    ],
  );
});
