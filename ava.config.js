import { availableParallelism } from 'node:os';
import { createFileOrder } from './test/runner/order.ts';

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  require: ['./test/runner/worker.ts'],
  sortTestFiles: createFileOrder(),
  // two more than processors: most of its time a file waits, for PostgreSQL, for pages and for the processes it starts;
  // six platforms at once are what the connections of one PostgreSQL are enough for
  concurrency: Math.min(availableParallelism() + 2, 6),
  workerThreads: false,
  timeout: '4m',
};
