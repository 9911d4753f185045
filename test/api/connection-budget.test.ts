import { ConfigError } from '@ostatok/kit/node/config.ts';
import test from 'ava';
import { budgetFor } from '../../api/src/bootstrap/connection-budget.ts';

test('the default of PostgreSQL is enough for one api process, and says for how many venues awake', (t) => {
  t.deepEqual(budgetFor({ most: 97, others: 0 }), { platform: 87, tenantsAwake: 2 });
});

test('a second api process counts the first one, and does not start where both cannot be held', (t) => {
  t.is(budgetFor({ most: 297, others: 1 }).tenantsAwake, 24);

  const error = t.throws(() => budgetFor({ most: 97, others: 1 }), { instanceOf: ConfigError });

  t.true(error.message.includes('сервер принимает соединений: 97, а нужно 179'), error.message);
  t.true(error.message.includes('max_connections'));
});
