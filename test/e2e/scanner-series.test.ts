import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { until } from '../support/run/until.ts';
import { pairedToken } from '../support/scales/bridge-parts.ts';
import { joinCount, openCount } from '../support/scanner/counts.ts';
import { openVenue, phoneSized, quantityOf, shootCode, signIn, typeKeys } from '../support/scanner/scanner-page.ts';
import { BOTTLE, button, codeOf, onScale, openSeries, recorded, scan, stood } from '../support/scanner/series.ts';
import type { Tenant } from '../support/venue/tenant.ts';

/** The phone reads what others have done once a minute, and when it is connected again. */
const refresh = (page: Page): Promise<boolean> => page.evaluate(() => window.dispatchEvent(new Event('online')));

/** A scale of a bridge, which shows what the test puts on it. */
async function startBridgedScale(venue: Tenant) {
  const bridge = await venue.socket(venue.admin.token);
  const show = (weightG: number, stable = true): void =>
    void bridge.emit('scales:reading', { scaleId: 'A', weightG, stable, stepG: 1 });
  show(0);
  await until(async () => (await venue.admin.get('/api/scales')).body.scales.length === 1, 'the scale is known');
  return { show, leave: () => void bridge.disconnect() };
}

browserTest(
  'a bottle left on the scale is not recorded for the next one, and what looks wrong is asked before going on',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const aperol = await venue.createItem({ ...BOTTLE, name: 'Апероль', ean: codeOf(1) });
    const gin = await venue.createItem({ ...BOTTLE, name: 'Джин', ean: codeOf(2), quantity: 2.55 });
    const { show } = await startBridgedScale(venue);
    await signIn(page, venue);
    await openSeries(page, 'Вес становится остатком');
    await page.getByText('Отсканируйте или выберите бутылку').waitFor();

    await scan(page, codeOf(1), 'Апероль');
    await onScale(page).getByText('Поставьте на весы').waitFor();
    show(500, false);
    show(750);
    await recorded(page, 1);
    await scan(page, codeOf(2), 'Джин');
    await onScale(page).getByText('Снимите прежнюю бутылку').waitFor();
    show(760, false);
    show(750);
    show(3);
    await onScale(page).getByText('Поставьте на весы').waitFor();
    t.is(await page.getByRole('heading', { name: 'Записано: 1' }).count(), 1);

    // The stock has three full bottles more than the weight
    show(900);
    await page.getByText('Сколько рядом полных по 0,7 л?').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await shootCode(page, codeOf(1));
    await page.getByText('Сначала ответьте').waitFor();
    await onScale(page).getByRole('heading', { name: 'Джин' }).waitFor();
    await button(page, '3').click();
    await recorded(page, 2);
    await until(async () => (await quantityOf(venue, gin.id)) === 2.55, 'the opened bottle and three full ones');

    // Another bottle of the first item adds up to what was left of the first, and goes back by itself
    const sale = { id: randomUUID(), itemId: aperol.id, delta: -0.1, source: 'web' };
    t.is((await venue.admin.post('/api/changes').send({ changes: [sale] })).status, 200);
    await refresh(page);
    show(0);
    await scan(page, codeOf(1), 'Апероль');
    await onScale(page).getByText('Уже записано 0,2 л').waitFor();
    show(850);
    await recorded(page, 3);
    await until(async () => (await quantityOf(venue, aperol.id)) === 0.6, 'both bottles');
    await button(page, '+ полная 0,7 л').click();
    await until(async () => (await quantityOf(venue, aperol.id)) === 1.3, 'and a full one');
    await button(page, 'Отменить: Апероль = 1,3 л').click();
    await until(async () => (await quantityOf(venue, aperol.id)) === 0.6, 'the full one is taken back');
    await button(page, 'Отменить: Апероль = 0,6 л').click();
    await until(async () => (await quantityOf(venue, aperol.id)) === 0.2, 'the second bottle too');

    // The first bottle comes before the camera once more
    show(0);
    await scan(page, codeOf(1), 'Апероль');
    show(751);
    await page.getByText('бутылку такого же веса уже записали').waitFor();
    t.is(await quantityOf(venue, aperol.id), 0.2);
  },
  phoneSized,
);

browserTest(
  'a bottle that stands on the scale before its scan is never recorded for the item before it',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const aperol = await venue.createItem({ ...BOTTLE, name: 'Апероль', ean: codeOf(1) });
    const gin = await venue.createItem({ ...BOTTLE, name: 'Джин', ean: codeOf(2) });
    const { show } = await startBridgedScale(venue);
    await signIn(page, venue);
    await openSeries(page, 'Вес становится остатком');
    await scan(page, codeOf(1), 'Апероль');
    show(750);
    await recorded(page, 1);
    show(0);
    await page.getByText('0 г', { exact: true }).waitFor();
    show(850);
    await page.getByText('850 г', { exact: true }).waitFor();
    await stood(page);

    await scan(page, codeOf(2), 'Джин');
    await recorded(page, 2);
    await until(async () => (await quantityOf(venue, gin.id)) === 0.4, 'the gin has its weight');
    t.is(await quantityOf(venue, aperol.id), 0.3);
  },
  phoneSized,
);

browserTest(
  'a bottle left on the scale is known after another screen, and another scale is used only once it is tapped',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ ...BOTTLE, name: 'Апероль', ean: codeOf(1) });
    const gin = await venue.createItem({ ...BOTTLE, name: 'Джин', ean: codeOf(2) });
    await venue.createItem({ name: 'Кола', ean: codeOf(4), unit: 'шт', quantity: 0 });
    const { show, leave } = await startBridgedScale(venue);
    await signIn(page, venue);
    await openSeries(page, 'Вес становится остатком');
    await scan(page, codeOf(1), 'Апероль');
    show(750);
    await recorded(page, 1);

    await scan(page, codeOf(4), 'Кола');
    await button(page, 'Открыть позицию').click();
    await page.getByRole('heading', { name: 'Кола' }).waitFor();
    await page.goBack();
    await page.getByText('Вес становится остатком').waitFor();
    await scan(page, codeOf(2), 'Джин');
    await onScale(page).getByText('Снимите прежнюю бутылку').waitFor();
    await stood(page);
    show(0);
    await onScale(page).getByText('Поставьте на весы').waitFor();
    await recorded(page, 1);

    const other = await venue.socket(await pairedToken(venue));
    other.emit('scales:reading', { scaleId: 'B', weightG: 850, stable: true, stepG: 1 });
    await page.getByRole('button', { name: /На весах 850/ }).waitFor();
    leave();
    await page.getByText('Коснитесь весов').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await stood(page);
    await recorded(page, 1);
    await page.getByRole('button', { name: /На весах 850/ }).click();
    await recorded(page, 2);
    await until(async () => (await quantityOf(venue, gin.id)) === 0.4, 'the gin has the weight of the other scale');
  },
  phoneSized,
);

browserTest(
  'without a scale typed weights of an item add up too, and of many full bottles beside any number can be told',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const aperol = await venue.createItem({ ...BOTTLE, name: 'Апероль', ean: codeOf(1) });
    const wine = await venue.createItem({ ...BOTTLE, name: 'Вино', ean: codeOf(2), quantity: 7.3 });
    await signIn(page, venue);
    await openSeries(page, 'Вес становится остатком');
    for (const [n, grams] of ['750', '850'].entries()) {
      await scan(page, codeOf(1), 'Апероль');
      await button(page, 'Ввести вес').click();
      t.is(await page.getByText('Прибавится к уже взвешенному: 0,3 л').count(), n);
      await typeKeys(page, grams);
      await button(page, 'Записать остаток').click();
      await recorded(page, n + 1);
    }
    await until(async () => (await quantityOf(venue, aperol.id)) === 0.7, 'both bottles');

    const { show } = await startBridgedScale(venue);
    await page.getByText('На весах').first().waitFor();
    await scan(page, codeOf(2), 'Вино');
    show(750);
    await page.getByText('Сколько рядом полных по 0,7 л?').waitFor();
    await button(page, 'Нет').click();
    await recorded(page, 3);
    await button(page, '+ полная 0,7 л').click();
    await button(page, '+ полная 0,7 л').click();
    await recorded(page, 5);
    await until(async () => (await quantityOf(venue, wine.id)) === 1.7, 'the opened bottle and two full ones');
  },
  phoneSized,
);

browserTest(
  'an empty bottle, a wrong one, one without a known weight and one outside of the count are asked about or refused',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ ...BOTTLE, name: 'Апероль', ean: codeOf(1), category: 'Ликёры' });
    await venue.createItem({ ...BOTTLE, name: 'Ром', ean: codeOf(2), category: 'Ликёры', weight_empty_g: null });
    await venue.createItem({ ...BOTTLE, name: 'Джин', ean: codeOf(3), category: 'Джины' });
    await venue.createItem({ name: 'Кола', ean: codeOf(4), category: 'Ликёры', unit: 'шт', quantity: 0 });
    const count = await openCount(venue, { title: 'Ликёры', scope: 'categories', categories: ['Ликёры'] });
    await venue.admin.put('/api/settings').send({ presetTares: [{ name: 'Гейзер', grams: 30 }] });
    const { show } = await startBridgedScale(venue);
    await signIn(page, venue);
    await joinCount(page, 'Ликёры');
    await openSeries(page, 'В подсчёт «Ликёры», без зоны');
    const entries = async () => (await venue.admin.get(`/api/counts/${count.id}/entries`)).body.entries;

    await page.getByRole('button', { name: /Гейзер/ }).click();
    await scan(page, codeOf(1), 'Апероль');
    show(300);
    await page.getByText('Проверьте, та ли бутылка на весах').waitFor();
    show(0);
    show(485);
    await page.getByText('по весу пусто').waitFor();
    await button(page, 'Взвесить ещё раз').click();
    show(0);
    show(680);
    await recorded(page, 1);
    await page.getByRole('button', { name: 'Без всего' }).click();

    await scan(page, codeOf(2), 'Ром');
    show(0);
    show(1150);
    await button(page, 'Взвесить полную').click();
    await onScale(page).getByText('Снимите прежнюю бутылку').waitFor();
    show(0);
    show(800);
    await recorded(page, 2);

    await shootCode(page, codeOf(3));
    await page.getByText('Этой позиции нет в подсчёте «Ликёры»').waitFor();
    await shootCode(page, codeOf(4));
    await page.getByText('считают в штуках').waitFor();
    show(0);
    show(700);
    await until(async () => (await entries()).length === 2, 'nothing else was recorded');
    t.deepEqual((await entries()).map(({ quantity }: { quantity: number }) => quantity).sort(), [0.2, 0.35]);

    t.is((await venue.admin.post(`/api/counts/${count.id}/cancel`).send({ reason: 'Не тот' })).status, 200);
    await refresh(page);
    await page.getByText('Подсчёт закрыт или выбран другой').waitFor();
  },
  phoneSized,
);
