import { readdirSync, readFileSync } from 'node:fs';

/** Lists the processes whose command line names the folder, and all that they have started. */
export function processesOf(folder: string): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      const read = (file: string): string => {
        try {
          return readFileSync(`/proc/${name}/${file}`, 'utf8');
        } catch {
          return '';
        }
      };
      const [, parent = '0'] = /^\d+ \(.*\) \S (\d+)/s.exec(read('stat')) ?? [];
      return { pid: Number(name), parent: Number(parent), isOurs: read('cmdline').includes(folder) };
    });
  const found = new Set(all.filter(({ isOurs }) => isOurs).map(({ pid }) => pid));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return [...found].filter((pid) => pid !== process.pid);
}

/** Kills them at once. */
export function killAll(pids: number[]): void {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it has just ended
    }
}
