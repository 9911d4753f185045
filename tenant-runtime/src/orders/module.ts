import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import type { Suppliers } from '../suppliers/suppliers.service.ts';
import { ordersRoutes } from './orders.routes.ts';
import { createOrders } from './orders.service.ts';

interface OrdersDeps extends Base {
  suppliers: Suppliers;
  platform: PlatformClient;
  live: Live;
}

/** What is ordered from suppliers, and what of it has come. */
export function createOrdersModule({ db, clock, config, suppliers, platform, live }: OrdersDeps) {
  const venue = { name: config.VENUE_NAME, timezone: config.TIMEZONE };
  const orders = createOrders({ db, clock, venue, suppliers, platform, onChange: live.venueChanged });
  return { services: { orders }, endpoints: ordersRoutes(orders) };
}
