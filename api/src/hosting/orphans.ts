import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Which process runs which venue, on disk, so that a platform started after `kill -9` finds what it left. */
export function createPidFiles(home: string) {
  const folder = join(home, 'tenants');
  const fileOf = (id: string): string => join(folder, `${id}.pid`);
  return {
    write(id: string, pid: number): void {
      mkdirSync(folder, { recursive: true });
      writeFileSync(fileOf(id), `${pid} ${process.pid}`);
    },
    remove: (id: string): void => rmSync(fileOf(id), { force: true }),
    /**
     * Venues end by themselves when their platform is gone; one that hangs does not, and is killed here. A pid may have
     * been given to another process since, so only one that carries the venue's id is touched.
     */
    killLeftOver(): string[] {
      mkdirSync(folder, { recursive: true });
      const files = readdirSync(folder).filter((name) => name.endsWith('.pid'));
      const killed: string[] = [];
      for (const id of files.map((name) => name.slice(0, -4))) {
        const [pid = 0, platform = 0] = readFileSync(fileOf(id), 'utf8').split(' ').map(Number);
        // another platform on this home still looks after it
        if (platform !== process.pid && isAlive(platform)) continue;
        if (killIfOurs(id, pid)) killed.push(id);
        rmSync(fileOf(id), { force: true });
      }
      return killed;
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

function killIfOurs(id: string, pid: number): boolean {
  try {
    if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`TENANT_ID=${id}`)) return false;
    process.kill(pid, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
}
