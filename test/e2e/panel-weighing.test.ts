import type { ScalesAck } from '@ostatok/tenant-runtime/contract/socket.ts';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { openAs, openCount } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';

browserTest('the scale of a bridge is zeroed from the panel, and a lifted glass is told', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Лаймы', unit: 'кг', quantity: 3 });
  const bridge = await venue.socket(venue.admin.token);
  const state = { scaleId: 'A', model: 'Decent Scale', state: 'connected' as const, canTare: true };
  await bridge.emitWithAck('scales:state', { scales: [state] });
  const answers: ScalesAck[] = [{ ok: false, error: 'Весы не приняли команду. Повторите' }, { ok: true }];
  const weigh = (weightG: number) =>
    bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG, stable: true, stepG: 1 });
  bridge.on('scales:tare', (_event, ack) => {
    const answer = answers.shift() ?? { ok: false };
    ack(answer);
    if (answer.ok) void weigh(0);
  });
  await openAs(page, venue, venue.user, '/');
  const reading = page.getByTestId('scales-reading');
  // a scale says its weight again and again, and the page may hear nothing yet
  await until(async () => {
    await weigh(350);
    return reading.isVisible();
  }, 'the reading is shown');
  await reading.click();
  const weighing = page.getByRole('dialog');
  await weighing.getByTestId('weighing-weight').getByText('350 г').waitFor();

  const tare = weighing.getByRole('button', { name: 'Обнулить' });
  await tare.click();
  await page.getByText('Весы не приняли команду').waitFor();
  await tare.click();
  await weighing.getByText('Поставьте бутылку на весы').waitFor();
  await weigh(-350);
  await weighing.getByText(/[-−]350\s*г\. Вес меньше нуля\. Снимите всё/).waitFor();
  t.true(await weighing.getByRole('button', { name: 'Записать остаток' }).isDisabled());
  t.deepEqual(await seriousViolations(page), []);

  bridge.disconnect();
  await tare.waitFor({ state: 'detached' });
});

browserTest('a weight that the scale said a while ago is not offered for a change', async (t, { page }) => {
  const venue = await openVenue(t);
  const bottle = { volume_ml: 700, weight_empty_g: 420, density_g_per_ml: 0.95 };
  await venue.createItem({ name: 'Джемесон', quantity: 3, ...bottle });
  const bridge = await venue.socket(venue.admin.token);
  await page.clock.install();
  await openAs(page, venue, venue.user, '/');
  await page.getByLabel('Приход: Джемесон').click();
  const byScale = page.getByRole('dialog').getByRole('button', { name: /^Записать по весам/ });
  await until(async () => {
    await bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG: 705, stable: true, stepG: 1 });
    return byScale.isVisible();
  }, 'the weight is offered');

  await page.clock.fastForward(16_000);

  await byScale.waitFor({ state: 'detached' });
  t.true(await page.getByRole('button', { name: 'Записать', exact: true }).isVisible());
});

browserTest('a weight meant for a count that has been closed does not become the stock', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Лаймы', unit: 'кг', quantity: 3 });
  const countId = await openCount(venue);
  await openAs(page, venue, venue.user, '/');
  await page.keyboard.press('w');
  const weighing = page.getByRole('dialog');
  await weighing.getByLabel('Что на весах').fill('лайм');
  await weighing.getByRole('option', { name: /Лаймы/ }).click();
  await weighing.getByLabel('Вес вручную, г').fill('350');
  await weighing.getByRole('button', { name: 'Записать в подсчёт' }).and(page.locator(':enabled')).waitFor();

  await venue.admin.post(`/api/counts/${countId}/close`).send({ uncounted: 'keep' });

  await weighing.getByText('Подсчёт закрыт. Выберите, куда записать').waitFor();
  t.true(await weighing.getByRole('button', { name: /^Записать/ }).isDisabled());
  t.deepEqual(await seriousViolations(page), []);
  await weighing.getByLabel('Куда записать').selectOption({ label: 'В остаток' });
  await weighing.getByRole('button', { name: 'Записать остаток' }).and(page.locator(':enabled')).waitFor();
});
