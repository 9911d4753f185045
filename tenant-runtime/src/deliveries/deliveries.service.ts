import { runWorker, type WorkerLimits } from '@ostatok/kit/node/workbooks/worker-process.ts';
import type { Delivery, DeliveryDetails, OrderCheck } from '../../contract/deliveries.endpoints.ts';
import type {
  AddDelivery,
  DecideLines,
  DeliveriesFilter,
  PostDelivery,
  UpdateDelivery,
} from '../../contract/deliveries.ts';
import type { DeliveryLayout } from '../../contract/delivery-layout.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { DeliveryRow } from '../tables.ts';
import { cameOf } from './came.ts';
import {
  findDelivery,
  findDeliveryByKey,
  type LineWithItem,
  listDeliveries,
  selectDuplicates,
  selectLines,
} from './deliveries.queries.ts';
import { type DeliveryDeps, noDelivery } from './delivery-deps.ts';
import { deliveryView, detailsView } from './delivery-view.ts';
import { createDrafts } from './drafts.ts';
import type { Answer, Job, UnknownTable } from './messages.ts';
import { postDelivery } from './posting.ts';
import { reverseDelivery } from './reversing.ts';

interface Deps extends DeliveryDeps {
  /** The database's URL for the process that reads files, which has its own connection. */
  databaseUrl: string;
  workerPath: string;
  /** Runs one reader of files after another, those of imports too. */
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
  limits?: WorkerLimits;
}

export interface Upload {
  path: string;
  filename: string;
  key: string;
  supplierId: number | undefined;
  layout: DeliveryLayout | undefined;
  actor: Actor;
}

/** Deliveries: drafts of suppliers' files, posted once and reversed once. */
export function createDeliveries(deps: Deps) {
  const { db, suppliers, orders, databaseUrl, workerPath, readInTurn, limits } = deps;
  const drafts = createDrafts(deps);

  /** Compares a delivery with what was ordered; one whose supplier is not known yet was not. */
  async function checkOf({ id, status, supplier_id }: DeliveryRow, lines: LineWithItem[]): Promise<OrderCheck | null> {
    if (supplier_id === null || status === 'reversed') return null;
    const came = cameOf(lines);
    return status === 'posted' ? orders.checkPosted(id, came) : orders.check({ supplierId: supplier_id, came });
  }

  async function details(id: number): Promise<DeliveryDetails> {
    const row = await findDelivery(db, id);
    if (!row) throw noDelivery();
    const duplicates = row.status === 'draft' ? await selectDuplicates(db, row) : [];
    const lines = await selectLines(db, id);
    return detailsView(row, lines, duplicates, await checkOf(row, lines));
  }

  const read = (job: Job): Promise<Answer> => readInTurn(() => runWorker<Answer>(workerPath, { ...job }, limits));

  return {
    /** Reads a supplier's file into a draft; a table that nobody has described is shown instead. Throws Unreadable. */
    async upload(upload: Upload): Promise<{ delivery: DeliveryDetails | null; unknown: UnknownTable | null }> {
      const { path, filename, key, supplierId, actor } = upload;
      const before = await findDeliveryByKey(db, key);
      if (before) return { delivery: await details(before.id), unknown: null };
      const supplier = supplierId === undefined ? undefined : await suppliers.known(supplierId);
      // a table is read as its supplier's last one; other formats need no layout
      const answer = await read({ path, databaseUrl, layout: upload.layout });
      const again =
        'unknown' in answer && supplier?.layout ? { path, databaseUrl, layout: supplier.layout } : undefined;
      const result = again ? await read(again) : answer;
      if ('unknown' in result) return { delivery: null, unknown: result.unknown };
      if (supplier && upload.layout) await suppliers.update(supplier.id, { layout: upload.layout });
      const id = await drafts.fromFile({ key, filename, supplierId, actor, ...result });
      return { delivery: await details(id), unknown: null };
    },

    details,
    isUploaded: async ({ key }: { key: string }): Promise<boolean> => (await findDeliveryByKey(db, key)) !== undefined,

    async list(
      filter: DeliveriesFilter,
      page: { offset: number; limit: number; order: 'asc' | 'desc' },
    ): Promise<{ deliveries: Delivery[]; total: number }> {
      const { rows, total } = await listDeliveries(db, filter, page);
      return { deliveries: rows.map(deliveryView), total };
    },

    add: async (input: AddDelivery, actor: Actor): Promise<DeliveryDetails> =>
      details(await drafts.byHand(input, actor)),

    async update(id: number, input: UpdateDelivery): Promise<DeliveryDetails> {
      await drafts.update(id, input);
      return details(id);
    },

    async decide(id: number, input: DecideLines): Promise<DeliveryDetails> {
      await drafts.decide(id, input);
      return details(id);
    },

    async post(id: number, input: PostDelivery, actor: Actor): Promise<DeliveryDetails> {
      await postDelivery(deps, id, input, actor);
      return details(id);
    },

    async reverse(id: number, actor: Actor): Promise<DeliveryDetails> {
      await reverseDelivery(deps, id, actor);
      return details(id);
    },

    remove: drafts.remove,
  };
}
export type Deliveries = ReturnType<typeof createDeliveries>;
