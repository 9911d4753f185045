import { createVisitorLimit } from '@ostatok/api/src/ingress/visitor-limit.ts';
import test from 'ava';

test('a visitor with all networks of an IPv6 site takes twice what one network may, and nobody else is refused', (t) => {
  const limit = createVisitorLimit(3);
  const ends = ['1', '2', '3', '4', '5', '6'].map((network) => limit.enter('bar', `2001:db8:0:${network}::1`));

  t.throws(() => limit.enter('bar', '2001:db8:0:7::1'), { message: /Слишком много запросов/ });
  t.notThrows(() => limit.enter('bar', '2001:db8:1::1'));
  t.notThrows(() => limit.enter('pub', '2001:db8:0:7::1'));
  t.notThrows(() => limit.enter('bar', '203.0.113.7'));
  ends[0]?.();
  t.notThrows(() => limit.enter('bar', '2001:db8:0:7::1'));
});
