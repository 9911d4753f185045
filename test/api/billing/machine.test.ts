import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  allows,
  events,
  next,
  type State,
  type SubscriptionEvent,
  stateOf,
  states,
  statusOf,
  table,
} from '@ostatok/api/src/billing/machine.ts';
import test from 'ava';

const root = join(import.meta.dirname, '../../..');

/** Every state × event; a dash means rejected. */
const expected = `
                 free    active    canceled past_due expired granted
purchased        active  active    active   active   active  active
went_free        -       free      free     free     free    -
renewed          -       active    -        active   -       -
charge_failed    -       past_due  -        past_due -       -
ended            -       expired   expired  expired  -       -
canceled         -       canceled  -        -        -       -
resumed          -       active    active   -        -       -
change_scheduled -       active    active   -        -       -
change_undone    -       active    -        -        -       -
granted          granted granted   granted  granted  granted granted
grant_ended      -       -         -        -        -       previous
extended         -       active    canceled active   active  granted
plan_set         active  active    canceled past_due expired granted
account_closed   free    canceled  canceled expired  expired granted
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const [columns = [], ...rows] = expected;

for (const [event, ...cells] of rows as [SubscriptionEvent, ...string[]][]) {
  test(`${event} leads each state where it should, or is refused`, (t) => {
    for (const [at, cell] of cells.entries()) {
      const state = columns[at] as State;
      t.is(allows(state, event), cell !== '-', `${state} × ${event}`);
      if (cell === '-') t.throws(() => next(state, event, 'active'), { message: /cannot be/ });
      else if (cell !== 'previous') t.is(next(state, event), cell as State);
      else {
        t.throws(() => next(state, event), { message: /not known/ });
        for (const before of states.filter((one) => one !== 'granted')) t.is(next(state, event, before), before);
      }
    }
  });
}

test('the table knows no state and no event beside these', (t) => {
  t.deepEqual([...columns].sort(), [...states].sort());
  t.deepEqual(rows.map(([event]) => event).sort(), [...events].sort());
  t.deepEqual(Object.keys(table).sort(), [...states].sort());
});

test('a row stands for its state, and a state for what is stored of it', (t) => {
  for (const state of states) {
    const row = {
      status: statusOf(state),
      granted_until: state === 'granted' ? new Date() : null,
      isFree: state === 'free',
    };
    t.is(stateOf(row), state);
  }
});

test('a status is written by the machine alone', (t) => {
  const writers = globSync('api/src/**/*.ts', { cwd: root }).filter((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    return /\b(updateSubscription\(|\('subscriptions'\)[^;]*\.(update|insert|merge)\(|update subscriptions\b)/.test(
      source,
    );
  });

  t.deepEqual(writers.sort(), ['api/src/billing/locked-subscription.ts', 'api/src/billing/subscriptions.queries.ts']);
  const locked = readFileSync(join(root, 'api/src/billing/locked-subscription.ts'), 'utf8');
  t.is(locked.match(/updateSubscription\(/g)?.length, 1);
  t.regex(locked, /const to = next\(from, event[^;]*;\s+await updateSubscription\([^;]*status: statusOf\(to\)/);
  const queries = readFileSync(join(root, 'api/src/billing/subscriptions.queries.ts'), 'utf8');
  const writing = queries.split(/^export /m).filter((part) => /\('subscriptions'\)[^;]*\.(update|insert)\(/.test(part));
  t.deepEqual(
    writing.map((part) => /function (\w+)/.exec(part)?.[1]),
    ['insertSubscription', 'updateSubscription', 'setPaymentMethod'],
  );
});
