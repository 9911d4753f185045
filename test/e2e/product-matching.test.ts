import { codeOf } from '../bench/catalogue-names.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { add, admin, describe, isRunning, itemOf, platform, setUpPushes, sleep } from '../support/catalogue/pushes.ts';
import { newOwner, newVenue } from '../support/platform/platform.ts';
import { signInPage } from '../support/platform/sign-in-page.ts';

const bottles: [description: string, volumeMl: number][] = [
  ['Виски Jameson Irish Whiskey', 700],
  ['Виски Jameson Black Barrel', 700],
  ['Аперитив Aperol', 700],
  ['Аперитив Aperol', 1000],
  ['Биттер Campari', 700],
];
const [JAMESON, , , APEROL_BIG, CAMPARI] = bottles.map((_, at) => codeOf(at)) as [
  string,
  string,
  string,
  string,
  string,
];
setUpPushes(async () => {
  for (const [at, [description, volume_ml]] of bottles.entries())
    await describe(codeOf(at), { description, volume_ml, weight_empty_g: 500 + at });
});

browserTest('an owner matches the products of a venue that is asleep, and it stays asleep', async (t, { page }) => {
  const owner = await newOwner(platform);
  const venue = await newVenue(platform, owner);
  const whiskey = await add(venue, undefined, { name: 'Джемесон 0,7' });
  const aperol = await add(venue, undefined, { name: 'Апероль', volume_ml: 1000 });
  const bitter = await add(venue, undefined, { name: 'кампари' });
  const home = await add(venue, '96385074', { name: 'Настойка домашняя' });
  await sleep(venue);
  await signInPage(page, platform.url, owner);
  await page.goto(`${platform.url}/dashboard`);
  await page.getByRole('link', { name: 'Сопоставить с каталогом: Бар «Проба»' }).click();
  await page.getByText('Товар 1 из 4').waitFor();

  // drinks by their names first
  await page.getByRole('heading', { name: 'Настойка домашняя' }).waitFor();
  await page.keyboard.press('Digit0');
  await page.getByText('Предложить в каталог').click();
  await page.getByRole('button', { name: 'Отправить' }).click();
  await toast(page, 'Предложение отправлено');
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByRole('heading', { name: 'Апероль' }).waitFor();
  await page.getByRole('radio', { name: /Аперитив Aperol 1 л/ }).waitFor();
  t.true(await page.getByRole('radio', { name: /Аперитив Aperol 1 л/ }).isChecked());
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Джемесон 0,7' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'кампари' }).waitFor();
  await page.getByLabel('Найти в каталоге').fill(CAMPARI);
  await page.keyboard.press('Enter');
  await page.getByRole('radio', { name: /Биттер Campari/ }).check();
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await page.getByRole('button', { name: 'Завершить и сохранить' }).click();
  await toast(page, 'Сопоставлено 3 товаров!');
  await page.getByRole('heading', { name: 'Все товары сопоставлены!' }).waitFor();

  await isRunning(t, venue, false);
  const proposed = await admin.call('GET', `/api/admin/aliases/proposals?tenant_id=${venue.id}`);
  t.like(proposed.body.data[0], { ean: '0000096385074', description: 'Настойка домашняя' });
  t.like(await itemOf(venue, whiskey), { ean: JAMESON, volume_ml: 700, weight_empty_g: 500 });
  t.like(await itemOf(venue, aperol), { ean: APEROL_BIG, volume_ml: 1000, weight_empty_g: 503 });
  t.like(await itemOf(venue, bitter), { ean: CAMPARI, weight_empty_g: 504 });
  t.is((await itemOf(venue, home)).volume_ml, null);

  await page.getByRole('button', { name: 'Отменить сохранение' }).click();
  await toast(page, 'Снято сопоставлений: 4');
  await page.getByText('Товар 1 из 4').waitFor();
  t.like(await itemOf(venue, whiskey), { ean: null, volume_ml: null, weight_empty_g: null });
});

browserTest('an owner does not see the products of somebody else’s venue', async (t, { page }) => {
  const venue = await newVenue(platform, await newOwner(platform));
  await signInPage(page, platform.url, await newOwner(platform));
  await page.goto(`${platform.url}/product-matching?tenant=${venue.id}`);
  await page.getByRole('alert').filter({ hasText: 'Заведение не найдено' }).waitFor();
  t.is(await page.getByRole('radio').count(), 0);
});
