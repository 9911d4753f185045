import { ApiError } from '@ostatok/kit/web/api-client.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.ts';
import { type FoundByCode, localItems } from './catalogue.ts';
import type { Screen } from './screen.ts';
import { keepItems } from './stock.ts';
import { useQueue, useWorkspace } from './workspace.ts';

/** What is known of a code that is nobody's here. */
export interface UnknownCode {
  ean: string;
  /** Of the global catalogue. */
  alias?: Record<string, unknown>;
  /** Nobody could be asked. */
  offline: boolean;
}

const PATIENCE_MS = 4_000;

/** What a code stands for: by the phone's own copy first, which needs no connection. */
export function useLookup() {
  const { db, api, catalogue } = useWorkspace();
  const { kept } = useQueue();

  async function known(ean: string): Promise<FoundByCode | undefined> {
    const local = localItems(kept).find((item) => item.ean === ean);
    if (local) return { item: local, pack: 1 };
    const waiting = kept.find(({ operation, error }) => operation.kind === 'code' && operation.ean === ean && !error);
    if (waiting?.operation.kind === 'code' && 'itemId' in waiting.operation.ref) {
      const item = await catalogue.read(waiting.operation.ref.itemId);
      if (item) return { item, pack: waiting.operation.pack };
    }
    return catalogue.byCode(ean);
  }

  async function ask(ean: string): Promise<FoundByCode | UnknownCode> {
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const { item, alias } = await api.get<{ item?: ShownItem; alias?: Record<string, unknown> }>(`/lookup/${ean}`, {
        signal,
      });
      if (!item) return { ean, offline: false, ...(alias ? { alias } : {}) };
      await keepItems(db, [item]);
      catalogue.take([item]);
      return (await catalogue.byCode(ean)) ?? { item, pack: 1 };
    } catch (error) {
      return { ean, offline: !(error instanceof ApiError && error.status === 404) };
    }
  }

  const screenOf = ({ item, pack }: FoundByCode, ean: string): Screen => ({
    name: 'item',
    ...(item.key === undefined ? { itemId: item.id } : { itemKey: item.key }),
    scanned: { ean, pack },
  });

  return { known, ask, screenOf };
}
