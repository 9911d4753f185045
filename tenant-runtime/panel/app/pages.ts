import { type ComponentType, lazy } from 'react';
import { StockPage } from '../features/stock/StockPage.tsx';
import { type Place, places } from './places.ts';

const files = import.meta.glob<Record<string, ComponentType>>([
  '../features/*/*Page.tsx',
  '!../features/{stock,sign-in}/*',
  '!../features/counts/CountPage.tsx',
  '!../features/deliveries/DeliveryPage.tsx',
  '!../features/order/SentOrderPage.tsx',
  '!../features/suppliers/SupplierPage.tsx',
  '!../features/recipes/{Dish,RecipeFile}Page.tsx',
  '!../features/usage/UsageItemPage.tsx',
]);

/** Reads the code of a page when the page is first shown. */
function lazily(page: Place['page']): ComponentType {
  const read = files[`../features/${page}.tsx`];
  const name = page.slice(page.indexOf('/') + 1);
  if (!read) throw new Error(`There is no page features/${page}.tsx`);
  return lazy(async () => ({ default: (await read())[name] as ComponentType }));
}

/** The pages of `places.ts` by their addresses; the first one is in the bundle itself. */
export const pages: Record<string, ComponentType> = Object.fromEntries(
  places.map(({ to, page }) => [to, page === 'stock/StockPage' ? StockPage : lazily(page)]),
);
