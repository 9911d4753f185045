import { availableParallelism } from 'node:os';

/** Begun first, the longest before the others: whichever began last would be waited for alone. */
const longest = [
  'e2e/crash',
  'e2e/owner',
  'cli/catalogue',
  'cli/venues',
  'e2e/billing',
  'api/every-route',
  'e2e/owner-months',
  'e2e/offline-day',
  'api/tenants/attacks',
  'api/billing/lost-commits',
  'cli/people',
  'api/retention',
  'tenant-runtime/barcodes/pictures',
  'e2e/start',
  'api/backups-limits',
  'api/tenants/standing',
  'api/tenants/provision',
  'api/cleanup-crash',
  'api/pushes',
].map((name) => `/test/${name}.test.ts`);

const turnOf = (file) => {
  const turn = longest.findIndex((name) => file.endsWith(name));
  return turn === -1 ? longest.length : turn;
};

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  sortTestFiles: (a, b) => turnOf(a) - turnOf(b),
  // one more than processors: half of its time a file waits, for PostgreSQL, for pages and for the processes it starts;
  // six platforms at once are what the connections of one PostgreSQL are enough for
  concurrency: Math.min(availableParallelism() + 1, 6),
  workerThreads: false,
  timeout: '4m',
};
