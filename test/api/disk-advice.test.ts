import { formatBytes } from '@ostatok/kit/node/russian.ts';
import test from 'ava';
import { adviseOn } from '../../api/src/diagnostics/advice.ts';
import { inOtherScript } from '../../api/src/diagnostics/catalog-suite.ts';

test('advice is by level, the urgent first, and says when all is well', (t) => {
  const fine = { failing: 0, stale: 0, unproven: 0, replaced: 0 };
  const roomy = { free: 5e10, usedPercent: 20 };
  t.deepEqual(
    adviseOn({ disk: roomy, logBytes: 0, backups: fine, hoursToWait: 0 }).map(({ level }) => level),
    ['success'],
  );
  const bad = adviseOn({
    disk: { free: 1e9, usedPercent: 97 },
    logBytes: 1e9,
    backups: { failing: 2, stale: 1, unproven: 3, replaced: 1 },
    hoursToWait: 24,
  });
  t.deepEqual(
    bad.map(({ level }) => level),
    ['warning', 'warning', 'warning', 'warning', 'info', 'info', 'info'],
  );
  t.regex(bad[0]?.message ?? '', /^Диск почти полон: свободно 954 МБ/);
  t.regex(bad[1]?.message ?? '', /часы переводили или базу восстанавливали: ещё 24 ч ничего не удаляется навсегда/);
});

test('sizes are written as people write them, and names in the other alphabet', (t) => {
  t.deepEqual([0, 1023, 1536, 5 * 1024 ** 2, 123.4 * 1024 ** 3].map(formatBytes), [
    '0 Б',
    '1\u00a0023 Б',
    '1,5 КБ',
    '5 МБ',
    '123 ГБ',
  ]);
  t.is(inOtherScript('Jameson'), 'джамесон');
  t.is(inOtherScript('Джемесон'), 'jemeson');
});
