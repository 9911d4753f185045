import { useState } from 'react';
import { startSuite } from './start.ts';

const ALL = '';

/** Starts suites and knows which ones are being started. */
export function useStart() {
  const [starting, setStarting] = useState<ReadonlySet<string>>(new Set());
  async function run(suite = ALL): Promise<void> {
    setStarting((before) => new Set([...before, suite]));
    await startSuite(suite);
    setStarting((before) => new Set([...before].filter((one) => one !== suite)));
  }
  return { run, isStarting: (suite: string) => starting.has(suite) || starting.has(ALL) };
}
