import type { PublicConfig } from '@ostatok/api/contract/public.endpoints.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Overview } from '../overview/overview.service.ts';
import type { Plans } from '../plans/plans.service.ts';
import type { SeesSandbox } from '../sandbox/viewers.ts';
import { publicRoutes } from './public.routes.ts';
import { createPublic } from './public.service.ts';

interface PublicDeps {
  plans: Plans;
  overview: Overview;
  catalogue: Catalogue;
  publicConfig: PublicConfig;
  seesSandbox: SeesSandbox;
  now?: (() => Date) | undefined;
}

/** What the public pages show. */
export function createPublicModule({ publicConfig: config, seesSandbox, ...deps }: PublicDeps) {
  const pages = createPublic({ ...deps, config });
  return { services: { pages }, routes: [publicRoutes(pages, seesSandbox)] };
}
