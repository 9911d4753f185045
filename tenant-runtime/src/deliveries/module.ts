import type { Changes } from '../changes/changes.service.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { Live } from '../live/live.ts';
import type { Marks } from '../marks/marks.service.ts';
import type { Base } from '../module.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Storage } from '../storage/storage.service.ts';
import type { Suppliers } from '../suppliers/suppliers.service.ts';
import { deliveriesRoutes, deliveryUploadRoutes } from './deliveries.routes.ts';
import { createDeliveries } from './deliveries.service.ts';
import { workerPath } from './worker-path.ts';

interface DeliveriesDeps extends Base {
  changes: Changes;
  counts: Counts;
  suppliers: Suppliers;
  orders: Orders;
  marks: Marks;
  live: Live;
  storage: Storage;
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
}

/** What suppliers bring: their files, drafts of them, and what is posted. */
export function createDeliveriesModule({ db, config, clock, live, storage, ...deps }: DeliveriesDeps) {
  const { within } = storage;
  const { changes, counts, suppliers, orders, marks, readInTurn } = deps;
  const all = createDeliveries({
    db,
    clock,
    timezone: config.TIMEZONE,
    changes,
    counts,
    suppliers,
    orders,
    marks,
    databaseUrl: config.DATABASE_URL,
    workerPath,
    readInTurn,
    onChange: live.venueChanged,
  });
  const deliveries = {
    ...all,
    upload: within(all.upload, all.isUploaded),
    add: within(all.add, all.isUploaded),
    post: within(all.post),
  };
  return {
    services: { deliveries },
    endpoints: [...deliveryUploadRoutes(deliveries), ...deliveriesRoutes(deliveries)],
  };
}
