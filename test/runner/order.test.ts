import { join } from 'node:path';
import test from 'ava';
import { createFileOrder } from './order.ts';

const fileOf = (name: string): string => join(import.meta.dirname, '..', name);
const grammar = fileOf('tenant-runtime/bot/grammar.test.ts');
const journey = fileOf('e2e/owner.test.ts');
const routes = fileOf('api/plans.test.ts');
const chaos = fileOf('chaos/chaos.test.ts');

test('files without a database, a browser or a process come first, the others by how long they took', (t) => {
  const times = { 'tenant-runtime/bot/grammar.test.ts': 9, 'e2e/owner.test.ts': 80, 'api/plans.test.ts': 90 };

  t.deepEqual([journey, grammar, routes].toSorted(createFileOrder(times)), [grammar, routes, journey]);
});

test('on a machine that has not run them yet, what a file waits for tells which begin', (t) => {
  t.deepEqual([routes, grammar, journey].toSorted(createFileOrder({})), [grammar, journey, routes]);
  t.is([routes, chaos, grammar].toSorted(createFileOrder({}))[1], chaos, 'it asks for minutes');
});

test('where the time may not be enough, the lightest come first, and the others in an order of the seed', (t) => {
  const light = Array.from({ length: 20 }, (_, at) => [`api/light-${at}.test.ts`, at / 2] as const);
  const heavy = Array.from({ length: 20 }, (_, at) => [`api/heavy-${at}.test.ts`, 100 - at] as const);
  const times = Object.fromEntries([...heavy, ...light]);

  const ordered = [...heavy, ...light].map(([name]) => fileOf(name)).toSorted(createFileOrder(times, true));

  t.deepEqual(
    ordered.slice(0, 20),
    light.map(([name]) => fileOf(name)),
  );
  const byTime = heavy.map(([name]) => fileOf(name));
  t.deepEqual(ordered.slice(20).toSorted(), byTime.toSorted());
  t.notDeepEqual(ordered.slice(20), byTime);
});
