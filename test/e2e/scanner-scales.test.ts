import type { ScalesAck } from '@ostatok/tenant-runtime/contract/socket.ts';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { joinCount, openCount } from '../support/scanner/counts.ts';
import { openItem, openVenue, phoneSized, quantityOf, signIn, typeAndRecord } from '../support/scanner/scanner-page.ts';

/** A full bottle weighs 1150 g. */
const APEROL = { name: 'Апероль', quantity: 1, volume_ml: 700, density_g_per_ml: 1, weight_empty_g: 450 };

/** Half a bottle stands on a bridge's scale, and the phone shows it. */
async function onScale(t: ExecutionContext, page: Page) {
  const venue = await openVenue(t);
  await venue.createItem(APEROL);
  const bridge = await venue.socket(venue.admin.token);
  bridge.emit('scales:reading', { scaleId: 'A', weightG: 950, stable: true, stepG: 1 });
  await until(async () => (await venue.admin.get('/api/scales')).body.scales.length === 1, 'the scale is known');
  await signIn(page, venue);
  await openItem(page, 'апер', /Апероль/);
  await page.getByRole('button', { name: 'Взвесить' }).click();
  await page.getByLabel('Остаток по весу').getByText('0,5 л').waitFor();
  return { venue, bridge };
}

browserTest(
  'what a lost scale showed last is not taken for a bottle',
  async (t, { page }) => {
    const { venue, bridge } = await onScale(t, page);

    bridge.disconnect();

    await page.getByText('Весы не подключены').waitFor();
    t.true(await page.getByRole('button', { name: 'Записать остаток' }).isDisabled());

    const again = await venue.socket(venue.admin.token);
    again.emit('scales:reading', { scaleId: 'A', weightG: 850, stable: true, stepG: 1 });
    await page.getByLabel('Остаток по весу').getByText('0,4 л').waitFor();
  },
  phoneSized,
);

browserTest(
  'a scale lost while the phone was connecting is not there, and one that stayed is there again after a cut',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem(APEROL);
    const link = await startLink(t, venue.url);
    const bridge = await venue.socket(venue.admin.token);
    bridge.emit('scales:reading', { scaleId: 'A', weightG: 950, stable: true, stepG: 1 });
    await until(async () => (await venue.admin.get('/api/scales')).body.scales.length === 1, 'the scale is known');
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route('**/socket.io/**', async (route) => {
      asked.resolve();
      await held.promise;
      await route.continue();
    });
    await signIn(page, venue, { url: link.url });
    await openItem(page, 'апер', /Апероль/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await asked.promise;
    bridge.disconnect();
    await until(
      async () => (await venue.admin.get('/api/scales')).body.scales[0].state === 'lost',
      'the venue knows that the scale is lost',
    );
    held.resolve();
    await page.getByText('Весы не подключены').waitFor();

    const again = await venue.socket(venue.admin.token);
    again.emit('scales:reading', { scaleId: 'A', weightG: 850, stable: true, stepG: 1 });
    await page.getByLabel('Остаток по весу').getByText('0,4 л').waitFor();
    await link.cut();
    await page.getByText('Весы не подключены').waitFor();
    await link.mend();
    await page.getByLabel('Остаток по весу').getByText('0,4 л').waitFor();
    t.pass();
  },
  phoneSized,
);

browserTest(
  'the phone comes back to the scale by itself after the venue has ended its connection',
  async (t, { page }) => {
    const { venue, bridge } = await onScale(t, page);
    // it is said for seconds only
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.textContent?.includes('Весы не подключены')) Object.assign(window, { wasLost: true });
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });

    venue.services.live.signOut(venue.user.id);
    await page.waitForFunction(() => Reflect.get(window, 'wasLost'));

    await page.getByLabel('Остаток по весу').getByText('0,5 л').waitFor();
    bridge.emit('scales:reading', { scaleId: 'A', weightG: 850, stable: true, stepG: 1 });
    await page.getByLabel('Остаток по весу').getByText('0,4 л').waitFor();
    t.is(await page.getByText('Весы не подключены').count(), 0);
  },
  phoneSized,
);

browserTest(
  'an item outside of the count is weighed into the stock',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({
      name: 'Апероль',
      category: 'Ликёры',
      quantity: 1,
      volume_ml: 700,
      density_g_per_ml: 1,
      weight_empty_g: 450,
    });
    await venue.createItem({ name: 'Белуга', category: 'Водка', quantity: 2 });
    await openCount(venue, { title: 'Водка ночью', scope: 'categories', categories: ['Водка'] });
    await signIn(page, venue);
    await joinCount(page, 'Водка ночью');
    await openItem(page, 'апер', /Апероль/);
    await page.getByText('нет в подсчёте').waitFor();
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await typeAndRecord(page, '950', 'Записать остаток');
    await until(async () => (await quantityOf(venue, item.id)) === 0.5, 'the weight is the new stock');
    t.pass();
  },
  phoneSized,
);

browserTest(
  'the scale of a bridge is zeroed from the phone, and a lifted glass is told and not recorded',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Лаймы', unit: 'кг', quantity: 3 });
    const bridge = await venue.socket(venue.admin.token);
    const state = { scaleId: 'A', model: 'Decent Scale', state: 'connected' as const, canTare: true };
    await bridge.emitWithAck('scales:state', { scales: [state] });
    const answers: ScalesAck[] = [{ ok: false, error: 'Весы не приняли команду. Повторите' }, { ok: true }];
    bridge.on('scales:tare', ({ scaleId }, ack) => {
      const answer = scaleId === 'A' ? answers.shift() : undefined;
      ack(answer ?? { ok: false });
      if (answer?.ok) bridge.emit('scales:reading', { scaleId: 'A', weightG: 0, stable: true, stepG: 1 });
    });
    bridge.emit('scales:reading', { scaleId: 'A', weightG: 350, stable: true, stepG: 1 });
    await signIn(page, venue);
    await openItem(page, 'лайм', /Лаймы/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await page.getByLabel('Остаток по весу').getByText('0,35 кг').waitFor();

    const tare = page.getByRole('button', { name: 'Обнулить' });
    await tare.click();
    await page.getByText('Весы не приняли команду').waitFor();
    await tare.click();
    await page.getByLabel('Остаток по весу').getByText('0 кг').waitFor();
    await page.getByText('Весы не приняли команду').waitFor({ state: 'detached' });
    t.deepEqual(await seriousViolations(page), []);

    const record = page.getByRole('button', { name: 'Записать остаток' });
    for (const weightG of [-350, -3, -1]) {
      bridge.emit('scales:reading', { scaleId: 'A', weightG, stable: true, stepG: 1 });
      await page
        .getByText(new RegExp(`[-−]${-weightG}\\s*г`))
        .first()
        .waitFor();
      t.true(await record.isDisabled(), `${weightG} g`);
      t.is(await page.getByText('Вес меньше нуля').count(), weightG < -2 ? 1 : 0);
    }
    bridge.emit('scales:reading', { scaleId: 'A', weightG: 500, stable: true, stepG: 1 });
    await page.getByLabel('Остаток по весу').getByText('0,5 кг').waitFor();
    await record.click();
    await until(async () => (await quantityOf(venue, item.id)) === 0.5, 'the next weight is recorded');
    bridge.emit('scales:state', { scales: [{ ...state, canTare: false }] });
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await page.getByText('На весах').waitFor();
    t.is(await tare.count(), 0, 'a scale without the command has no such button');
  },
  phoneSized,
);
