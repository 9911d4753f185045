import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useEffect, useState } from 'react';
import { readCoverage } from '../../lib/counts.ts';
import { useCountsVersion, useQueue, useWorkspace } from '../../lib/workspace.ts';

type Coverage = Awaited<ReturnType<typeof readCoverage>>;

/** With what waits on this phone; undefined until it is read. */
export function useCoverage(count: CountDetails): Coverage | undefined {
  const { db } = useWorkspace();
  const { kept } = useQueue();
  const version = useCountsVersion();
  const [coverage, setCoverage] = useState<Coverage>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: renewed lines are read anew
  useEffect(() => {
    let stale = false;
    readCoverage(db, count, kept).then(
      (read) => !stale && setCoverage(read),
      () => {},
    );
    return () => {
      stale = true;
    };
  }, [db, count, kept, version]);
  return coverage;
}
