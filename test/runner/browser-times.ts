import { readdirSync, readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 1000;
const TICKS_PER_SECOND = 100;

/** Of a process: the process of the test file above it, and the ticks of the processor that it has used itself. */
interface Used {
  testProcess: number;
  ticks: number;
}

/** Empty when the process has ended. */
function readProcess(pid: number | string, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** The fields after the name, which may hold spaces itself. */
function fieldsOf(pid: number | string): string[] {
  const stat = readProcess(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** Chromium's own children: pages, network, graphics. */
const isHelper = (pid: string): boolean => readProcess(pid, 'cmdline').includes('--type=');
const isTestProcess = (pid: number): boolean => readProcess(pid, 'cmdline').includes('/ava/lib/worker/');

/** Zero when it has none. */
function testProcessOf(pid: number | string): number {
  const parent = Number(fieldsOf(pid)[1] ?? 0);
  return parent === 0 || isTestProcess(parent) ? parent : testProcessOf(parent);
}

/**
 * Watches what browsers' pages cost, which `worker.ts` cannot: browsers are killed, and with them goes what their
 * children have used. The returned function ends it and tells the seconds of processor time by the process of the test
 * file that has started the browser. Linux only.
 */
export function watchBrowsers(): () => Map<number, number> {
  /** By process and the moment of its start: numbers are given out again. Undefined for what is no browser's. */
  const seen = new Map<string, Used | undefined>();

  function look(): void {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const fields = fieldsOf(pid);
      const key = `${pid} ${fields[19]}`;
      if (!seen.has(key)) seen.set(key, isHelper(pid) ? { testProcess: testProcessOf(pid), ticks: 0 } : undefined);
      const used = seen.get(key);
      if (used) used.ticks = Number(fields[11]) + Number(fields[12]);
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    const seconds = new Map<number, number>();
    for (const used of seen.values()) {
      if (!used) continue;
      seconds.set(used.testProcess, (seconds.get(used.testProcess) ?? 0) + used.ticks / TICKS_PER_SECOND);
    }
    return seconds;
  };
}
