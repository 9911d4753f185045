export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  concurrency: 2,
  workerThreads: false,
  timeout: '4m',
};
