import { browserTest } from '../support/browser/browser.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { until } from '../support/run/until.ts';
import { openItem, openVenue, phoneSized, signIn, typeKeys } from '../support/scanner/scanner-page.ts';
import type { Tenant } from '../support/venue/tenant.ts';

const GIN = { name: 'Джин', ean: '5011007003005', volume_ml: 700, density_g_per_ml: 0.95 };

/** A bar whose gin bottle was weighed empty once: 480 g. */
async function openBar(t: Parameters<typeof openVenue>[0]) {
  const venue = await openVenue(t);
  const item = await venue.createItem(GIN);
  const measured = { id: crypto.randomUUID(), emptyG: 480, stepG: 1 };
  await venue.user.post(`/api/items/${item.id}/measure`).send(measured);
  return { venue, id: item.id };
}

const emptyOf = async ({ admin }: Tenant, id: number): Promise<number> =>
  (await admin.get(`/api/items/${id}`)).body.item.weight_empty_g;
const proposed = ({ db }: Tenant): Promise<Record<string, unknown>[]> => db('alias_proposals').pluck('payload');

browserTest(
  'on the phone an empty bottle is weighed again, and one that disagrees is asked about',
  async (t, { page }) => {
    const { venue, id } = await openBar(t);
    await signIn(page, venue, { user: await venue.asNewUser('maria', 'admin') });
    await openItem(page, 'джин', /Джин/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await typeKeys(page, '482');
    await page.getByRole('button', { name: 'Пустая весит 482 г: запомнить' }).click();
    await until(async () => (await proposed(venue)).length === 1, 'the weight is proposed');
    t.like(await proposed(venue), [{ ean: GIN.ean, weight_empty_g: 481, weighings: 2 }]);

    await typeKeys(page, '455');
    await page.getByRole('button', { name: 'Пустая весит 455 г: запомнить' }).click();
    await page.getByTestId('queue').click();
    await page.getByText('в прошлый раз пустая весила 482 г, теперь 455 г. Верно ли 455 г?').waitFor();
    t.is(await emptyOf(venue, id), 482);
    await page.getByRole('button', { name: 'Да, пустая весит 455 г' }).click();
    await until(async () => (await emptyOf(venue, id)) === 455, 'the confirmed weight is written');
  },
  phoneSized,
);

browserTest('in the panel two weighings that disagree are asked about', async (t, { page }) => {
  const { venue, id } = await openBar(t);
  await openAs(page, venue, venue.admin, '/');
  await page.getByRole('row').filter({ hasText: 'Джин' }).waitFor();
  await page.keyboard.press('w');
  const weighing = page.getByRole('dialog');
  await weighing.getByLabel('Что на весах').fill('Джин');
  await page.keyboard.press('Enter');
  const weigh = async (grams: string): Promise<void> => {
    await weighing.getByLabel('Вес вручную').fill(grams);
    await weighing.getByRole('button', { name: `Пустая весит ${grams} г: запомнить` }).click();
  };
  await weigh('455');
  const question = weighing.getByText('в прошлый раз пустая весила 480 г, теперь 455 г');
  await question.waitFor();
  await weighing.getByRole('button', { name: 'Взвешу ещё раз' }).click();
  await question.waitFor({ state: 'detached' });
  await weigh('479');
  await until(async () => (await emptyOf(venue, id)) === 479, 'it agrees');
  t.like(await proposed(venue), [{ weight_empty_g: 479.5, weighings: 2 }]);

  await weigh('455');
  await weighing.getByRole('button', { name: 'Всё верно, записать' }).click();
  await until(async () => (await emptyOf(venue, id)) === 455, 'the confirmed weight is written');
});
