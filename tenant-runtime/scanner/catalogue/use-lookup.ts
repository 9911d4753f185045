import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { type Mark, readMark } from '@ostatok/tenant-runtime/contract/read-mark.ts';
import { type FoundByCode, localItems, type PhoneItem } from '../offline/catalogue.ts';
import { madeFact } from '../offline/database.ts';
import { itemOfMark } from '../offline/marks.ts';
import { type ItemRef, takenIn } from '../offline/operations.ts';
import { keepItems } from '../offline/stock.ts';
import { useWorkspace } from '../workspace/workspace.ts';

/** A code that belongs to no item, with the data known about it. */
export interface UnknownCode {
  /** What was scanned: a barcode or a mark. */
  code: string;
  /** The barcode, which the mark of a stamp has not. */
  ean?: string;
  mark?: string;
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

const unknownOf = (code: string, mark: Mark | null): Pick<UnknownCode, 'code' | 'ean' | 'mark'> => {
  if (!mark) return { code, ean: code };
  return { code, mark: mark.mark, ...(mark.kind === 'gs1' && { ean: mark.ean }) };
};

/** Looks a code up, first in the phone's own copy, which needs no connection. */
export function useLookup() {
  const { db, api, queue, catalogue } = useWorkspace();

  async function known(code: string): Promise<FoundByCode | undefined> {
    const mark = readMark(code);
    if (!mark) return knownBarcode(code);
    const ref = await itemOfMark(queue.snapshot().kept, mark).catch(() => undefined);
    const item = ref && (await itemAt(ref));
    if (mark.kind !== 'gs1') return item && { item, pack: 1 };
    const byBarcode = await knownBarcode(mark.ean);
    if (!item) return byBarcode;
    const isSame = byBarcode?.item.id === item.id && byBarcode.item.key === item.key;
    return isSame ? byBarcode : { item, pack: 1 };
  }

  async function knownBarcode(ean: string): Promise<FoundByCode | undefined> {
    const { kept } = queue.snapshot();
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
    const created = localItems(queue.snapshot().kept).find(({ key }) => key === ref.itemKey);
    if (created) return created;
    // The server has taken it since.
    const id = await db.get('facts', madeFact(ref.itemKey));
    return typeof id === 'number' ? catalogue.read(id) : undefined;
  }

  function askServer(code: string, mark: Mark | null, signal: AbortSignal) {
    if (mark) return api.call('GET /api/marks/find', { query: { mark: mark.mark }, signal });
    return api.call('GET /api/lookup/:ean', { params: { ean: code }, signal });
  }

  async function ask(code: string): Promise<FoundByCode | UnknownCode> {
    const mark = readMark(code);
    const unknown = unknownOf(code, mark);
    try {
      const { item, pack = 1, alias } = await askServer(code, mark, AbortSignal.timeout(PATIENCE_MS));
      if (!item) return { ...unknown, offline: false, ...(alias ? { alias } : {}) };
      await keepItems(db, [item]);
      catalogue.take([item]);
      return { item: catalogue.get(item.id) ?? item, pack };
    } catch (error) {
      const answered = error instanceof ApiError && error.status === 404;
      if (answered && error.code !== 'catalogue_away') return { ...unknown, offline: false };
      const alias = unknown.ean === undefined ? undefined : await aliasOffline(unknown.ean);
      return { ...unknown, offline: !answered, ...(alias ? { alias } : {}) };
    }
  }

  return { known, ask };
}
