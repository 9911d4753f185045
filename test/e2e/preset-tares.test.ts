import type { ExecutionContext } from 'ava';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs, openCount } from '../support/panel/panel-counts.ts';
import { until } from '../support/run/until.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeKeys,
} from '../support/scanner/scanner-page.ts';
import type { Tenant } from '../support/venue/tenant.ts';

/** A full bottle weighs 1150 g. */
const APEROL = { name: 'Апероль', quantity: 0.7, volume_ml: 700, density_g_per_ml: 1, weight_empty_g: 450 };
const TARES = [
  { name: 'Гейзер', grams: 32 },
  { name: 'Пробка', grams: 12.5 },
];

async function openBar(t: ExecutionContext) {
  const venue = await openVenue(t);
  const item = await venue.createItem(APEROL);
  await venue.admin.put('/api/settings').send({ presetTares: TARES });
  return { venue, item };
}

/** Puts a bottle on the venue's scale, which goes on sending it. */
async function putOnScale(t: ExecutionContext, { socket, admin }: Tenant, weightG: number): Promise<void> {
  const bridge = await socket(admin.token);
  const send = () => bridge.emit('scales:reading', { scaleId: 'A', weightG, stable: true, stepG: 1 });
  send();
  const sending = setInterval(send, 1000);
  t.teardown(() => clearInterval(sending));
}

browserTest(
  'on the phone the pourer is chosen once and subtracted from then on, also without a connection',
  async (t, { page }) => {
    const { venue, item } = await openBar(t);
    await signIn(page, venue);
    await openItem(page, 'апер', /Апероль/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    const chip = (name: RegExp) =>
      page.getByRole('group', { name: 'Что стоит на бутылке' }).getByRole('button', { name });
    const left = page.getByLabel('Остаток по весу');
    await typeKeys(page, '832');
    await left.getByText('0,382 л').waitFor();
    t.is(await chip(/Без всего/).getAttribute('aria-pressed'), 'true');

    await chip(/Гейзер 32/).click();
    await left.getByText('0,35 л').waitFor();
    await page.getByRole('button', { name: 'Записать остаток' }).click();
    await until(async () => (await quantityOf(venue, item.id)) === 0.35, 'the bottle is in the stock');

    await offlineReady(page);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await typeKeys(page, '782');
    await left.getByText('0,3 л').waitFor();
    t.is(await chip(/Гейзер/).getAttribute('aria-pressed'), 'true');
    await page.getByRole('button', { name: 'Записать остаток' }).click();
    await page.getByText('Записано:').first().waitFor();
    // what the phone has subtracted stays right, although the list is another one when its record arrives
    await venue.admin.put('/api/settings').send({ presetTares: [{ name: 'Гейзер', grams: 50 }] });
    await page.context().setOffline(false);
    await until(async () => (await quantityOf(venue, item.id)) === 0.3, 'the bottle is in the stock');
  },
  phoneSized,
);

browserTest(
  'on the phone an empty bottle is measured without its cork',
  async (t, { page }) => {
    const { venue } = await openBar(t);
    const { id } = await venue.createItem({ name: 'Джин', volume_ml: 700, density_g_per_ml: 0.95 });
    await signIn(page, venue);
    await openItem(page, 'джин', /Джин/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await page.getByRole('button', { name: /Пробка/ }).click();
    await typeKeys(page, '462,5');
    await page.getByRole('button', { name: 'Взвесить пустую' }).click();
    await page.getByText('пустая — 450 г').first().waitFor();
    const emptyOf = async () => (await venue.admin.get(`/api/items/${id}`)).body.item.weight_empty_g;
    await until(async () => (await emptyOf()) === 450, 'the venue knows the weight');
    t.pass();
  },
  phoneSized,
);

browserTest('in the panel the pourer is kept, subtracted and shown with the entry', async (t, { page }) => {
  const { venue, item } = await openBar(t);
  const countId = await openCount(venue);
  await openAs(page, venue, venue.admin, '/');
  await page.getByRole('row').filter({ hasText: 'Апероль' }).waitFor();
  await page.keyboard.press('w');
  const weighing = page.getByRole('dialog');
  await weighing.getByRole('button', { name: 'Гейзер 32 г' }).click();
  await weighing.getByLabel('Что на весах').fill('Апероль');
  await page.keyboard.press('Enter');
  await weighing.getByLabel('Вес вручную').fill('832');
  await weighing.getByTestId('weighing-result').getByText('0,35').waitFor();
  await weighing.getByRole('button', { name: 'Записать в подсчёт' }).click();
  const entries = async () => (await venue.admin.get(`/api/counts/${countId}/entries`)).body.entries;
  await until(async () => (await entries()).length === 1, 'the entry has arrived');
  t.like((await entries())[0], { quantity: 0.35, grossWeightG: 832, presetTareG: 32 });

  await page.goto(`${venue.url}/counts/${countId}`);
  await page.getByRole('row').filter({ hasText: 'Апероль' }).getByRole('button', { name: /запис/i }).first().click();
  await page.getByText('832 г брутто, насадка 32 г').waitFor();

  await page.goto(venue.url);
  await page.getByRole('row').filter({ hasText: 'Апероль' }).waitFor();
  await page.keyboard.press('w');
  const chosen = weighing.getByRole('button', { name: 'Гейзер 32 г' });
  await chosen.waitFor();
  t.is(await chosen.getAttribute('aria-pressed'), 'true');
  await weighing.getByLabel('Куда записать').selectOption('');
  await weighing.getByLabel('Что на весах').fill('Апероль');
  await page.keyboard.press('Enter');
  await weighing.getByLabel('Вес вручную').fill('882');
  await weighing.getByRole('button', { name: 'Записать остаток' }).click();
  await until(async () => (await quantityOf(venue, item.id)) === 0.4, 'the bottle is in the stock');
});

browserTest('an administrator weighs a pourer into the list, and a mistake is told beside it', async (t, { page }) => {
  const { venue } = await openBar(t);
  await openAs(page, venue, venue.admin, '/settings');
  const list = page.getByRole('group', { name: 'Что стоит на бутылках' });
  await putOnScale(t, venue, 27.4);
  await list.getByRole('button', { name: 'Добавить насадку' }).click();
  const third = list.getByRole('textbox', { name: 'Насадка 3', exact: true });
  await third.fill('гейзер');
  await list.getByRole('button', { name: 'Взвесить: гейзер', exact: true }).click();
  const save = page.getByRole('button', { name: 'Сохранить насадки' });
  await save.click();
  t.is(await list.getByRole('alert').innerText(), '«гейзер» названа дважды');

  await third.fill('Гейзер с сеткой');
  await list.getByRole('button', { name: 'Убрать: Пробка' }).click();
  await save.click();
  await toast(page, 'Сохранено');
  const { settings } = (await venue.user.get('/api/settings')).body;
  t.deepEqual(settings.presetTares, [TARES[0], { name: 'Гейзер с сеткой', grams: 27.4 }]);
});
