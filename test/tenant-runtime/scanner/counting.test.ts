import { randomUUID } from 'node:crypto';
import { seriousViolations } from '../../support/browser/axe.ts';
import { browserTest } from '../../support/browser/browser.ts';
import { startLink } from '../../support/network/cuttable-link.ts';
import { until } from '../../support/run/until.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../../support/scanner/scanner-page.ts';
import { enter } from '../counting.ts';

browserTest(
  'a count is counted without a connection: entries add up, empty is zero, one can be taken back',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', volume_ml: 700, quantity: 3 });
    const rum = await venue.createItem({ name: 'Ром', quantity: 2 });
    const areas = [{ name: 'Бар' }, { name: 'Склад' }];
    const opened = await venue.admin
      .post('/api/counts')
      .send({ key: randomUUID(), title: 'Ночной', blind: true, areas });
    const { id } = opened.body.count;
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByRole('button', { name: /Ночной/ }).click();
    await page.getByRole('button', { name: 'Склад' }).click();
    t.deepEqual(await seriousViolations(page), []);
    await link.cut();
    await page.reload();
    await page.getByRole('button', { name: 'Считать' }).click();
    await page.getByLabel('Штрихкод или название').fill('джин');
    await page.getByRole('button', { name: /Джин/ }).getByText('скрыто').waitFor();
    await openItem(page, 'джин', /Джин/);
    await page.getByText('не посчитано').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await typeAndRecord(page, '0,4', 'Добавить к подсчёту');
    await openItem(page, 'джин', /Джин/);
    await page.getByRole('button', { name: 'Прибавить: Бутылка 0,7 л' }).click();
    await typeAndRecord(page, '', 'Добавить к подсчёту');
    await openItem(page, 'джин', /Джин/);
    await page.getByLabel('Посчитано').getByText('1,1').waitFor();
    await page.getByRole('listitem').filter({ hasText: '0,4' }).getByRole('button', { name: 'Убрать' }).click();
    await page.getByLabel('Посчитано').getByText('0,7').waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();
    await openItem(page, 'ром', /Ром/);
    await page.getByRole('button', { name: 'Пусто — 0' }).click();
    await page.getByRole('button', { name: 'Идёт подсчёт' }).click();
    await page.getByLabel('Посчитано 100 %').waitFor();
    t.deepEqual((await venue.admin.get(`/api/counts/${id}/entries`)).body.entries, []);

    await link.mend();

    await page.getByTestId('queue').waitFor({ state: 'detached' });
    const lines = (await venue.admin.get(`/api/counts/${id}/lines`)).body.lines;
    const counted = Object.fromEntries(
      lines.map((line: { item: { id: number }; counted: number }) => [line.item.id, line.counted]),
    );
    t.deepEqual(counted, { [gin.id]: 0.7, [rum.id]: 0 });
    const { entries } = (await venue.admin.get(`/api/counts/${id}/entries`)).body;
    t.is(entries.length, 3, 'what was taken back is kept');
    t.true(entries.every(({ area }: { area: { name: string } }) => area.name === 'Склад'));

    await venue.admin.post(`/api/counts/${id}/recount`).send({ itemIds: [gin.id] });
    await page.reload();
    await page.getByRole('heading', { name: 'Пересчитать: 1' }).waitFor();
    await page.getByRole('button', { name: /Джин/ }).click();
    await page.getByText('не посчитано').waitFor();
    await typeAndRecord(page, '0,6', 'Добавить к подсчёту');
    await page.getByRole('heading', { name: /Пересчитать/ }).waitFor({ state: 'detached' });
    const again = async () => (await venue.admin.get(`/api/counts/${id}/lines?search=джин`)).body.lines[0];
    await until(async () => (await again()).counted === 0.6, 'the new round counts alone');
  },
  phoneSized,
);

browserTest(
  'what a colleague counts is seen at the next reading, and adds to what waits here',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', quantity: 3 });
    const rum = await venue.createItem({ name: 'Ром', quantity: 3 });
    const { id } = (await venue.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночной' })).body.count;
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByRole('button', { name: /Ночной/ }).click();
    await page.getByRole('button', { name: 'Считать' }).click();
    await openItem(page, 'джин', /Джин/);
    await page.getByText('не посчитано').waitFor();

    await enter(venue.admin, id, { itemId: gin.id, quantity: 2 }, { itemId: rum.id, quantity: 1 });
    await page.reload();
    await page.getByLabel('Посчитано').getByText('2').waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();

    await link.cut();
    await openItem(page, 'ром', /Ром/);
    await page.getByLabel('Посчитано').getByText('1').waitFor();
    await typeAndRecord(page, '4', 'Добавить к подсчёту');
    await openItem(page, 'ром', /Ром/);
    await page.getByLabel('Посчитано').getByText('5').waitFor();
    await link.mend();
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    await page.getByLabel('Посчитано').getByText('5').waitFor();
  },
  phoneSized,
);

browserTest(
  'what comes too late for a closed count is refused in words and stays until a person puts it away',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джин', quantity: 3 });
    const { id } = (await venue.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночной' })).body.count;
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByRole('button', { name: /Ночной/ }).click();
    await page.getByRole('button', { name: 'Считать' }).click();
    await openItem(page, 'джин', /Джин/);
    await link.cut();
    await typeAndRecord(page, '1', 'Добавить к подсчёту');
    t.is((await venue.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' })).status, 200);
    await link.mend();

    await page.getByTestId('queue').getByText('не принято: 1').waitFor();
    await page.getByTestId('queue').click();
    await page.getByText('Подсчёт уже закрыт').waitFor();
    await page.getByRole('button', { name: 'Убрать' }).click();
    await page.getByRole('button', { name: 'Точно убрать' }).click();
    await page.getByText('Всё отправлено').waitFor();
  },
  phoneSized,
);

browserTest(
  'a bottle is weighed: the rest with its error, what cannot be is said, a missing weight is measured',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Ром', volume_ml: 700, density_g_per_ml: 0.95, quantity: 5 });
    const { code } = (await venue.admin.post('/api/auth/codes').send({ kind: 'bridge', name: 'Бар' })).body;
    const { token } = (await venue.anonymous.post('/api/auth/redeem').send({ code })).body;
    const bridge = await venue.socket(token);
    await bridge.emitWithAck('scales:state', {
      scales: [{ scaleId: 'A', model: 'SIG Weight Scale', state: 'connected' }],
    });
    const put = (weightG: number) =>
      bridge.emitWithAck('scales:reading', { scaleId: 'A', weightG, stable: true, stepG: 5 });
    await put(480);
    await signIn(page, venue);
    await openItem(page, 'ром', /Ром/);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await page.getByText('не указан вес пустой бутылки').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Взвесить пустую' }).click();
    await page.getByLabel('Остаток по весу').getByText('0 л').waitFor();

    await put(400);
    await page.getByText('400 г меньше веса пустой бутылки').waitFor();
    t.true(await page.getByRole('button', { name: 'Записать остаток' }).isDisabled());
    await put(765);
    await page.getByLabel('Остаток по весу').getByText('0,3 л').waitFor();
    await page.getByText('±2,5 г ≈ ±3 мл').waitFor();
    await page.getByRole('button', { name: 'Больше полных' }).click();
    await page.getByRole('button', { name: 'Записать остаток' }).click();

    const now = async () => (await venue.admin.get(`/api/items/${item.id}`)).body.item;
    await until(async () => (await now()).quantity === 1, 'the weighed bottle and a whole one');
    t.is((await now()).weight_empty_g, 480);
    await page.getByRole('button', { name: 'Взвесить' }).click();
    await typeKeys(page, '575');
    await page.getByRole('button', { name: 'Записать остаток' }).click();
    await page.getByRole('alert').getByText('на весах одна бутылка').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Да, стало 0,1 л' }).click();
    await until(async () => (await now()).quantity === 0.1, 'a typed weight is a weight too');
    const { changes } = (await venue.admin.get(`/api/changes?item=${item.id}`)).body;
    t.like(changes[0], { source: 'scales', method: 'weighed' });
  },
  phoneSized,
);
