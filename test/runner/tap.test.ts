import test from 'ava';
import { addReason, createTapReader, type Result } from './tap.ts';

const files = ['api/billing/clock.test.ts', 'api/clock.test.ts', 'cli/table.test.ts'];

test('a result is of the file that ava names by the path the files do not share', (t) => {
  const read = createTapReader(files);
  const readShared = createTapReader(files.slice(0, 2));

  t.deepEqual(read('ok 1 - api › billing › clock › a month ends'), {
    outcome: 'passed',
    file: 'api/billing/clock.test.ts',
    title: 'a month ends',
  });
  t.is(read('not ok 2 - api › clock › it › stands')?.title, 'it › stands');
  t.is(read('not ok 2 - api › clock › it stands')?.outcome, 'failed');
  t.is(readShared('ok 3 - billing › clock › a month ends')?.file, 'api/billing/clock.test.ts');
  t.is(readShared('ok 3 - clock > a month ends')?.file, 'api/clock.test.ts');
});

test('a file alone is not named, and a title may look like a path', (t) => {
  const read = createTapReader(['cli/table.test.ts']);

  t.like(read('ok 1 - table › rows'), { file: 'cli/table.test.ts', title: 'table › rows' });
});

test('what is skipped has neither passed nor failed, and a crash is of the file it names', (t) => {
  const read = createTapReader(files);

  t.is(read('ok 4 - cli › table › rows # SKIP')?.outcome, 'skipped');
  t.like(read('not ok 5 - test/cli/table.test.ts exited with a non-zero exit code: 1'), {
    outcome: 'failed',
    file: 'cli/table.test.ts',
  });
  t.is(read('# pass 3'), undefined);
  t.is(read('  ---'), undefined);
});

test('the reason of a failure is what differs, without the words around it', (t) => {
  const result: Result = { outcome: 'failed', file: undefined, title: 'it stands' };
  const described = `  ---
    name: AssertionError
    assertion: t.is()
    details:
      'Difference (- actual, + expected):': |-
        - 503
        + 200
    message: ''
    at: >-
      ExecutionContext.is
      (file:///somewhere.test.ts:1:2)
  ...
1..3`;
  for (const line of described.split('\n')) addReason(result, line);

  t.is(result.why, '- 503 + 200');
});
