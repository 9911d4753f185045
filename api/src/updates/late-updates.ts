import type { Logger } from '@ostatok/kit/node/log.ts';
import { lookRegularly } from '../platform/regular-looks.ts';

const LOOK_EVERY_MS = 5 * 60_000;

/** Lets tenants running here take the release that they could not take when all were updated. */
export function createLateUpdates(deps: {
  /** The tenants that are awake and have not taken it yet. */
  waiting: () => Promise<string[]>;
  /** Whether the tenant runs in this api process. */
  runsHere: (id: string) => Promise<boolean>;
  update: (id: string) => Promise<unknown>;
  log: Logger;
}) {
  const { waiting, runsHere, update, log } = deps;

  async function look(): Promise<void> {
    for (const id of await waiting()) {
      if (!(await runsHere(id))) continue;
      await update(id).catch((error) => log.warn({ err: error, tenant: id }, 'tenant did not take a release later'));
    }
  }

  return {
    look,
    /** Looks until the returned function is called, which waits for the present look. */
    watch: (): (() => Promise<void>) =>
      lookRegularly({
        everyMs: LOOK_EVERY_MS,
        look,
        onError: (error) => log.error({ err: error }, 'could not look which tenants wait for a release'),
      }),
  };
}
