import test from 'ava';
import { diskLine } from '../../api/src/attention/urgent-lines.ts';

const GB = 1024 ** 3;
const disk = (folder: string, usedPercent: number) => ({
  folder,
  space: { total: 100 * GB, free: (100 - usedPercent) * GB, usedPercent },
});

test('of several disks that lack room there is one line, which says how full the fullest is and names them all', (t) => {
  t.is(diskLine([disk('/data', 50), disk('/backups', 84)]), undefined);
  t.like(diskLine([disk('/data', 50), disk('/backups', 86)]), { level: 'warning', details: ['/backups'] });

  const both = diskLine([disk('/data', 86), disk('/backups', 97)]);
  t.like(both, { id: 'disk', level: 'broken', details: ['/backups', '/data'] });
  t.regex(both?.text ?? '', /почти полон/);
});
