import { readdir, readFile } from 'node:fs/promises';

/** The system's status of a process; '' when it is gone. */
export const statusOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');

export const isLive = async (pid: number): Promise<boolean> => /^State:\s+[RSD]/m.test(await statusOf(pid));

export async function livesAs(pid: number, uid: number): Promise<boolean> {
  return (await isLive(pid)) && new RegExp(`^Uid:\\s+${uid}\\s`, 'm').test(await statusOf(pid));
}

export async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean);
  const statuses = await Promise.all(pids.map(statusOf));
  return pids.filter((_pid, index) => new RegExp(`^PPid:\\s+${parent}$`, 'm').test(statuses[index] ?? ''));
}
