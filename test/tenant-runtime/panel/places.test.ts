import { globSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { places } from '../../../tenant-runtime/panel/app/places.ts';

const features = join(import.meta.dirname, '../../../tenant-runtime/panel/features');
/** Pages that are shown otherwise than from the menu. */
const elsewhere = [
  'counts/CountPage',
  'deliveries/DeliveryPage',
  'order/SentOrderPage',
  'recipes/DishPage',
  'recipes/RecipeFilePage',
  'sign-in/EnterPage',
  'sign-in/SignInPage',
  'sign-in/SupportPage',
  'suppliers/SupplierPage',
  'usage/UsageItemPage',
];

test('every page of a feature has its place, and every place is a page', (t) => {
  const files = globSync('*/*Page.tsx', { cwd: features }).map((file) => file.replace('.tsx', ''));
  t.deepEqual([...places.map(({ page }) => page as string), ...elsewhere].toSorted(), files.toSorted());
});

test("each place has a key of its own, and the letter shown is the key's", (t) => {
  t.is(new Set(places.map(({ code }) => code)).size, places.length);
  for (const { code, key, label } of places) {
    t.is(code, `Key${key}`, label);
    t.not(code, 'KeyG', 'the first key of a pair');
  }
});
