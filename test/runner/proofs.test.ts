// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles as they are written in the tests
import test from 'ava';
import { rule } from '../conformity/rule.ts';
import { unprovenRules } from './proofs.ts';

const file = 'api/auth.test.ts';
const rules = [rule('§1', 'a guest is led to the sign-in', [], file, 'a guest at ${path} is led (away)')];
const shown = '§1 a guest is led to the sign-in: api/auth.test.ts «a guest at ${path} is led (away)»';
const passed = { outcome: 'passed', file, title: 'a guest at /plans is led (away)' } as const;

test('a rule is proven by tests of its file and title that ran and passed', (t) => {
  t.deepEqual(unprovenRules([passed], rules), { unproven: [], notHere: [] });
});

test('a test that did not run proves nothing, though it is written in its file', (t) => {
  const elsewhere = { ...passed, file: 'api/admin.test.ts' };
  const another = { ...passed, title: 'a guest is greeted' };

  for (const results of [[], [elsewhere], [another]])
    t.deepEqual(unprovenRules(results, rules).unproven, [`${shown} did not run`]);
});

test('one failure among the tests of a title leaves its rule unproven', (t) => {
  const failed = { ...passed, outcome: 'failed', title: 'a guest at /admin is led (away)' } as const;

  t.deepEqual(unprovenRules([passed, failed], rules).unproven, [`${shown} failed`]);
});

test('a test that this machine cannot run is told apart from one that is gone', (t) => {
  const skipped = { ...passed, outcome: 'skipped', title: `${passed.title} (no Chromium here)` } as const;

  t.deepEqual(unprovenRules([skipped], rules), { unproven: [], notHere: [shown] });
});

test('what stands for a part of a title may hold braces itself', (t) => {
  const nested = [rule('§1', 'refused', [], file, 'refused: ${JSON.stringify({ ...body, html: undefined })}')];

  t.deepEqual(unprovenRules([{ ...passed, title: 'refused: {"a":1}' }], nested).unproven, []);
});

test('a rule whose file is left to another run counts as not run here', (t) => {
  t.deepEqual(unprovenRules([], rules, [file]), { unproven: [], notHere: [shown] });
});
