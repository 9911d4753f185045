/**
 * The test files of what is rare and takes long: processes killed at each step, disks filled, lines cut, months lived
 * through, whole installations moved. The costliest first, so that each share takes about as long as the others.
 */
const longTests = [
  'containers/docker-life.test.ts',
  'containers/swarm.test.ts',
  'containers/stack.test.ts',
  'containers/docker-moves.test.ts',
  'containers/compose.test.ts',
  'containers/three-nodes.test.ts',
  'containers/registry.test.ts',
  'containers/docker-several.test.ts',
  'e2e/crash.test.ts',
  'hosting/releases.test.ts',
  'tenant-runtime/chat/evening.test.ts',
  'api/outside-hour/bucket.test.ts',
  'e2e/offline-day.test.ts',
  'api/backups-killed.test.ts',
  'chaos/chaos.test.ts',
  'api/backups-limits.test.ts',
  'e2e/owner-months.test.ts',
  'hosting/continuous-archive.test.ts',
  'hosting/sleep-cycles.test.ts',
  'tenant-runtime/counts-racing.test.ts',
  'tenant-runtime/recipes/corpus.test.ts',
  'hosting/two-processes.test.ts',
  'tenant-runtime/spreadsheets/corpus.test.ts',
  'api/archives/killed.test.ts',
  'api/outside-hour/bank.test.ts',
  'api/billing/lost-commits.test.ts',
  'hosting/standby.test.ts',
  'ingress/replicas.test.ts',
  'hosting/outside-hour.test.ts',
];

const SHARES = 3;

/**
 * Leaves out those of the long files that are not in the share of this seed: three runs with seeds of different
 * remainders run them all. What is left out is returned too.
 */
export function shareOf(files: string[], seed: number): { files: string[]; left: string[] } {
  const isLeft = (file: string): boolean => {
    const at = longTests.indexOf(file);
    return at >= 0 && at % SHARES !== seed % SHARES;
  };
  return { files: files.filter((file) => !isLeft(file)), left: files.filter(isLeft) };
}
