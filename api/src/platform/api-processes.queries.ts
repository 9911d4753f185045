import type { Db } from '@ostatok/kit/node/db.ts';

/** A process writes every twenty seconds; one that was not seen for so long is gone, or does nothing. */
const ALIVE = `interval '90 seconds'`;
const KEPT = `interval '1 day'`;

export interface ApiProcessRow<T> {
  id: string;
  /** Its machine and its pid, for people. */
  name: string;
  report: T;
}

export async function putApiProcess(db: Db, { id, name, report }: ApiProcessRow<object>): Promise<void> {
  await db('api_processes')
    .insert({ id, name, report: JSON.stringify(report), seen_at: db.fn.now() })
    .onConflict('id')
    .merge();
  await db('api_processes').whereRaw(`seen_at < now() - ${KEPT}`).delete();
}

/** Tells that the process lives, where it is known already. */
export async function touchApiProcess(db: Db, id: string): Promise<void> {
  await db('api_processes').where({ id }).update({ seen_at: db.fn.now() });
}

export async function dropApiProcess(db: Db, id: string): Promise<void> {
  await db('api_processes').where({ id }).delete();
}

/** The other api processes that live. */
export const listOtherApiProcesses = <T>(db: Db, own: string): Promise<ApiProcessRow<T>[]> =>
  db('api_processes').whereNot({ id: own }).whereRaw(`seen_at > now() - ${ALIVE}`).orderBy('name').select('*');

export async function isApiProcessAlive(db: Db, id: string): Promise<boolean> {
  const found = await db('api_processes').where({ id }).whereRaw(`seen_at > now() - ${ALIVE}`).first('id');
  return found !== undefined;
}
