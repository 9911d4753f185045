import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { Storage } from '../storage/storage.service.ts';
import { salesRoutes, salesUploadRoutes } from './sales.routes.ts';
import { createSales } from './sales.service.ts';
import { workerPath } from './worker-path.ts';

interface SalesDeps extends Base {
  live: Live;
  storage: Storage;
  readInTurn: <T>(job: () => Promise<T>) => Promise<T>;
}

/** What tills have sold: their files, and what their dishes are in this venue. */
export function createSalesModule({ db, config, clock, live, storage, readInTurn }: SalesDeps) {
  const { within } = storage;
  const all = createSales({
    db,
    clock,
    timezone: config.TIMEZONE,
    databaseUrl: config.DATABASE_URL,
    workerPath,
    readInTurn,
    onChange: live.venueChanged,
  });
  const sales = { ...all, upload: within(all.upload, all.isUploaded), apply: within(all.apply) };
  return { services: { sales }, endpoints: [...salesUploadRoutes(sales), ...salesRoutes(sales)] };
}
