import test from 'ava';
import { createDebouncedReads } from '../../../tenant-runtime/scanner/camera/debounced-reads.ts';

const EAN = '4600494000737';
const OTHER = '4006381333931';

test('a bottle still before the camera when it is on again is not given once more until it was out of sight', (t) => {
  let now = 0;
  const sure = createDebouncedReads(() => now, EAN);
  const readAt = (ms: number, code = EAN): string | null => {
    now = ms;
    return sure(code);
  };

  t.deepEqual([readAt(200), readAt(300), readAt(1400), readAt(2500)], [null, null, null, null]);
  t.deepEqual([readAt(2600, OTHER), readAt(2700, OTHER)], [null, OTHER]);
  t.deepEqual([readAt(6000), readAt(6100)], [null, EAN]);
});
