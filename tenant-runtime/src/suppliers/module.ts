import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import { suppliersRoutes } from './suppliers.routes.ts';
import { createSuppliers } from './suppliers.service.ts';

/** Suppliers, and what their articles are in this venue. */
export function createSuppliersModule({ db, clock, config, live }: Base & { live: Live }) {
  const suppliers = createSuppliers({ db, clock, timezone: config.TIMEZONE, onChange: live.venueChanged });
  return { services: { suppliers }, endpoints: suppliersRoutes(suppliers) };
}
