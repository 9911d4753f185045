import { EXTRACT_PATH } from '@ostatok/kit/contract/drink-extract.ts';
import type { Routes } from '../access/mounted.routes.ts';
import { drinkExtractRoutes, latestExtractRoutes, type VenueCalls } from './drink-extract.routes.ts';
import { createDrinkExtract, type DrinkExtractDeps } from './drink-extract.service.ts';

interface ModuleDeps extends DrinkExtractDeps {
  tenantCalls: VenueCalls;
}

/** The drinks of the catalogue as every phone has them, so that a bottle is named without a connection. */
export function createDrinkExtractModule({ tenantCalls, ...deps }: ModuleDeps) {
  const drinkExtract = createDrinkExtract(deps);
  const routes: Routes[] = [
    { path: '/internal/drinks', access: 'process', router: latestExtractRoutes(drinkExtract, tenantCalls) },
    { path: EXTRACT_PATH, access: 'anyone', router: drinkExtractRoutes(drinkExtract) },
  ];
  return {
    services: { drinkExtract },
    routes,
    jobs: [{ name: 'drink-extract', cron: '55 * * * *', run: drinkExtract.build }],
  };
}
