import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type FoundByCode, localItems, type PhoneItem } from '../offline/catalogue.ts';
import { type ItemRef, takenIn } from '../offline/operations.ts';
import { keepItems } from '../offline/stock.ts';
import { useQueue, useWorkspace } from '../workspace/workspace.ts';

/** A code that belongs to no item, with the data known about it. */
export interface UnknownCode {
  ean: string;
  /** The entry of the global catalogue. */
  alias?: Record<string, unknown>;
  /** Nobody could be asked without a connection. */
  offline: boolean;
}

const PATIENCE_MS = 4_000;

/** What the phone's extract of the catalogue says of a code that nobody could be asked about. */
async function aliasOffline(ean: string): Promise<UnknownCode['alias']> {
  const drinks = await import('../offline/drinks.ts').catch(() => undefined);
  const drink = await drinks?.findDrink(ean);
  return drink && { description: drink.name, volume_ml: drink.volumeMl };
}

/** Looks a code up, first in the phone's own copy, which needs no connection. */
export function useLookup() {
  const { db, api, catalogue } = useWorkspace();
  const { kept } = useQueue();

  async function known(ean: string): Promise<FoundByCode | undefined> {
    const local = localItems(kept).find((item) => item.ean === ean);
    if (local) return { item: local, pack: 1 };
    const taken = takenIn(kept);
    for (const { id, operation, error } of kept) {
      if (operation.kind !== 'code' || operation.ean !== ean || error !== undefined || taken.has(id)) continue;
      const item = await itemAt(operation.ref);
      if (item) return { item, pack: operation.pack };
    }
    return catalogue.byCode(ean);
  }

  async function itemAt(ref: ItemRef): Promise<PhoneItem | undefined> {
    if ('itemId' in ref) return catalogue.read(ref.itemId);
    return localItems(kept).find(({ key }) => key === ref.itemKey);
  }

  async function ask(ean: string): Promise<FoundByCode | UnknownCode> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const { item, pack = 1, alias } = await api.call('GET /api/lookup/:ean', { params: { ean }, signal });
      if (!item) return { ean, offline: false, ...(alias ? { alias } : {}) };
      await keepItems(db, [item]);
      catalogue.take([item]);
      return (await catalogue.byCode(ean)) ?? { item, pack };
    } catch (error) {
      const answered = error instanceof ApiError && error.status === 404;
      if (answered && error.code !== 'catalogue_away') return { ean, offline: false };
      const alias = await aliasOffline(ean);
      return { ean, offline: !answered, ...(alias ? { alias } : {}) };
    }
  }

  return { known, ask };
}
