import type { CatalogueMatch, UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import type { Page, Route } from 'playwright-core';
import { openAs, user } from './account.ts';
import { venue } from './dashboard.ts';
import { answerCalls } from './owner-pages.ts';

export const MATCHING_PATH = '/product-matching?tenant=t-bar';

export const match = (
  id: number,
  name: string,
  confidence: number,
  more: Partial<CatalogueMatch> = {},
): CatalogueMatch => ({
  id,
  name,
  ean: String(4_600_000_000_000 + id),
  brand: null,
  volume_ml: 700,
  confidence,
  reasons: [
    { of: 'brand', agrees: true },
    { of: 'volume', agrees: false },
    { of: 'variant', agrees: null },
  ],
  ...more,
});
export const product = (id: number, localName: string, suggestedMatches: CatalogueMatch[] = []): UnmatchedProduct => ({
  id,
  localName,
  article: id === 1 ? 'А-17' : null,
  ean: null,
  volume_ml: null,
  suggestedMatches,
});
export const answerOf = (products: UnmatchedProduct[], total: number) => ({ products, total, isPreparing: false });

/** Answers the page by pages of `size` products. */
export async function openMatching(page: Page, products: UnmatchedProduct[], size = 20) {
  const server = await answerCalls(page, {
    'GET /auth/me': [200, { success: true, user }],
    'GET /provision/my-tenants': [200, { success: true, tenants: [venue('bar', { display_name: 'Бар «Узел»' })] }],
    'GET /catalog/unmatched': async (route: Route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
      return [200, { success: true, data: answerOf(products.slice(offset, offset + size), products.length) }];
    },
  });
  await openAs(page, user, MATCHING_PATH);
  return server;
}
