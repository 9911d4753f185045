import { availableParallelism } from 'node:os';
import { createFileOrder } from './test/runner/order.ts';

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  require: ['./test/runner/worker.ts'],
  sortTestFiles: createFileOrder(),
  // one more than processors, for the time that a file waits: with two more the same files take more of the
  // processor. Six platforms at once are what the connections of one PostgreSQL are enough for.
  concurrency: Math.min(availableParallelism() + 1, 6),
  workerThreads: false,
  timeout: '4m',
};
