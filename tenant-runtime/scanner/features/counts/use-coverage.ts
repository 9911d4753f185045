import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { readCoverage } from '../../counts/counts.ts';
import { useRead } from '../../workspace/use-read.ts';
import { useCountsVersion, useQueue, useWorkspace } from '../../workspace/workspace.ts';

type Coverage = Awaited<ReturnType<typeof readCoverage>>;

/** The coverage including queued entries; undefined until it is read. */
export function useCoverage(count: CountDetails): Coverage | undefined {
  const { db } = useWorkspace();
  const { kept } = useQueue();
  const version = useCountsVersion();
  return useRead(() => readCoverage(db, count, kept), [db, count, kept, version]);
}
