import { readdir, readFile } from 'node:fs/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  pid: number;
  parent: number;
  /** Milliseconds of the processor so far. */
  own: number;
  /** The same of its children that have ended. */
  ended: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in brackets may hold anything; the fields after it are numbered from the third
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return undefined;
  const ticks = (...places: number[]): number => places.reduce((sum, place) => sum + Number(fields[place - 3]), 0);
  return { pid, parent: Number(fields[1]), own: ticks(14, 15) * TICK_MS, ended: ticks(16, 17) * TICK_MS };
}

/** Milliseconds of the processor that one process has taken. */
export const cpuOf = async (pid: number): Promise<number> => (await statOf(pid))?.own ?? 0;

/** The same of a process and its children, those that have ended too. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const stats = (await Promise.all(pids.map(statOf))).flatMap((stat) => stat ?? []);
  return stats
    .filter((stat) => stat.pid === pid || stat.parent === pid)
    .reduce((sum, stat) => sum + stat.own + (stat.pid === pid ? stat.ended : 0), 0);
}

/** The PostgreSQL that serves `db`: the parent of the process that serves this connection. */
export async function postgresPid(db: Knex): Promise<number> {
  const { rows } = await db.raw('select pg_backend_pid() as pid');
  return (await statOf(rows[0].pid))?.parent ?? 0;
}

/** The process of a tenant, whoever started it. */
export async function tenantPid(tenantId: string): Promise<number> {
  for (const name of await readdir('/proc')) {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').includes(`TENANT_ID=${tenantId}`)) return Number(name);
  }
  throw new Error(`${tenantId} does not run`);
}

/** Proportional set size in megabytes: what is shared with other processes counts for each its part. */
export async function proportionalMegabytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1]) / 1024;
}
