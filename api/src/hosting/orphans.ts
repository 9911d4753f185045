import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Records which process runs which tenant, so that a platform started after `kill -9` finds leftovers. */
export function createPidFiles(home: string) {
  const folder = join(home, 'tenants');
  const fileOf = (id: string, pid: number): string => join(folder, `${id}.${pid}.pid`);
  return {
    write(id: string, pid: number): void {
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(id, pid), String(process.pid));
    },
    remove: (id: string, pid: number): void => rmSync(fileOf(id, pid), { force: true }),
    /**
     * Ends tenants' leftover processes. They end by themselves when their platform is gone; one that hangs is ended
     * here. A pid may belong to another process by now, so `end` checks whether it is a tenant's.
     */
    async endLeftOver(end: (id: string, pid: number) => Promise<boolean>): Promise<string[]> {
      mkdirSync(folder, { recursive: true });
      const ended: string[] = [];
      for (const name of readdirSync(folder)) {
        const [, id = '', pid] = /^(\w+)\.(\d+)\.pid$/.exec(name) ?? [];
        if (!pid) continue;
        const platform = Number(readFileSync(join(folder, name), 'utf8'));
        // another platform on this data folder still looks after it
        if (platform !== process.pid && isAlive(platform)) continue;
        if (await end(id, Number(pid))) ended.push(id);
        rmSync(join(folder, name), { force: true });
      }
      return ended;
    },
  };
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
