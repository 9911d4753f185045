import test from 'ava';
import { type Round, report } from './table.ts';

const passed = { outcome: 'passed', file: 'cli/table.test.ts', title: 'rows fit' } as const;
const failed = { ...passed, outcome: 'failed' } as const;
const skipped = { ...passed, outcome: 'skipped', title: 'a corpus' } as const;

test('each run is a line, and each failure says how often and under what', (t) => {
  const rounds: Round[] = [
    { load: 'busy', seed: '7', seconds: 61.4, results: [failed, skipped] },
    { load: 'clock', seed: '8', seconds: 9, results: [passed] },
    { load: 'busy', seed: '9', seconds: 600, results: [failed] },
  ];

  t.deepEqual(report(rounds).split('\n'), [
    'run  load   passed  failed  time   seed',
    '1    busy   0       1       1:01   7',
    '2    clock  1       0       0:09   8',
    '3    busy   0       1       10:00  9',
    '',
    '2/3  cli/table.test.ts › rows fit  (busy, busy)',
    '1 tests failed',
  ]);
});

test('a run without results is a failure of its own', (t) => {
  const rounds: Round[] = [
    {
      load: 'disk',
      seed: '',
      seconds: 1,
      results: [{ outcome: 'failed', file: undefined, title: 'the run ended with 9 and without results' }],
    },
  ];

  t.regex(report(rounds), /^1\/1 {2}the run ended with 9 and without results {2}\(disk\)$/m);
});
