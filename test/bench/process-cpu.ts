import { readdir, readFile } from 'node:fs/promises';
import type { Knex } from '@ostatok/kit/node/db.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

interface Stat {
  pid: number;
  parent: number;
  /** Milliseconds of processor time so far. */
  own: number;
  /** The processor time of its children that have ended. */
  ended: number;
}

async function statOf(pid: number): Promise<Stat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // the name in brackets may contain anything; the fields after it are numbered from the third
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 20) return undefined;
  const ticks = (...places: number[]): number => places.reduce((sum, place) => sum + Number(fields[place - 3]), 0);
  return { pid, parent: Number(fields[1]), own: ticks(14, 15) * TICK_MS, ended: ticks(16, 17) * TICK_MS };
}

/** Milliseconds of processor time that one process has used. */
export const cpuOf = async (pid: number): Promise<number> => (await statOf(pid))?.own ?? 0;

async function statsOfFamily(pid: number): Promise<Stat[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const stats = (await Promise.all(pids.map(statOf))).flatMap((stat) => stat ?? []);
  return stats.filter((stat) => stat.pid === pid || stat.parent === pid);
}

/** A process and its children. */
export const familyOf = async (pid: number): Promise<number[]> => (await statsOfFamily(pid)).map((stat) => stat.pid);

/** The processor time of a process and its children, including those that have ended. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const stats = await statsOfFamily(pid);
  return stats.reduce((sum, stat) => sum + stat.own + (stat.pid === pid ? stat.ended : 0), 0);
}

/** The PostgreSQL that serves `db`: the parent of the process that serves this connection. */
export async function postgresPid(db: Knex): Promise<number> {
  const { rows } = await db.raw('select pg_backend_pid() as pid');
  return (await statOf(rows[0].pid))?.parent ?? 0;
}

/** The processes of tenants, whichever process started them. */
export async function tenantPids(tenantIds: string[]): Promise<number[]> {
  const wanted = new Set(tenantIds.map((id) => `TENANT_ID=${id}`));
  const pids: number[] = [];
  for (const name of await readdir('/proc')) {
    const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
    if (environment.split('\0').some((variable) => wanted.has(variable))) pids.push(Number(name));
  }
  return pids;
}

export async function tenantPid(tenantId: string): Promise<number> {
  const [pid] = await tenantPids([tenantId]);
  if (pid === undefined) throw new Error(`${tenantId} does not run`);
  return pid;
}

async function megabytesOf(pid: number, field: 'Pss' | 'Rss'): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
}

/** Proportional set size in megabytes: memory shared by several processes is divided among them. */
export const proportionalMegabytes = (pid: number): Promise<number> => megabytesOf(pid, 'Pss');

/** Resident set size in megabytes: the proportional one if no other process shared anything with it. */
export const residentMegabytes = (pid: number): Promise<number> => megabytesOf(pid, 'Rss');
