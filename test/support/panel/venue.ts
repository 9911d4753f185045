import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { root } from '../platform/platform.ts';
import { startTenant, type Tenant, type TenantOptions } from '../venue/tenant.ts';

const runtime = join(root, 'tenant-runtime');
const panel = join(runtime, 'dist/panel');
if (!existsSync(join(panel, 'index.html'))) throw new Error('The pages are not built: npm run build');

export const builtPages = { panel, scanner: join(runtime, 'dist/scanner') };

/** A tenant that serves the built panel and scanner. */
export const openVenue = (t: ExecutionContext, options: TenantOptions = {}): Promise<Tenant> =>
  startTenant(t, { ...options, pages: builtPages });

export const quantityOf = async (venue: Tenant, id: number): Promise<number> =>
  (await venue.admin.get(`/api/items/${id}`)).body.item.quantity;
