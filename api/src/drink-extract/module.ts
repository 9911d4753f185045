import { EXTRACT_PATH } from '@ostatok/kit/contract/drink-extract.ts';
import type { Routes } from '../access/mounted.routes.ts';
import { drinkExtractRoutes } from './drink-extract.routes.ts';
import { createDrinkExtract, type DrinkExtractDeps } from './drink-extract.service.ts';

/** The drinks of the catalogue as every phone has them, so that a bottle is named without a connection. */
export function createDrinkExtractModule(deps: DrinkExtractDeps) {
  const drinkExtract = createDrinkExtract(deps);
  const routes: Routes[] = [{ path: EXTRACT_PATH, access: 'anyone', router: drinkExtractRoutes(drinkExtract) }];
  return {
    services: { drinkExtract },
    routes,
    jobs: [{ name: 'drink-extract', cron: '55 * * * *', run: drinkExtract.build }],
  };
}
