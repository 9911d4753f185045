import { randomUUID } from 'node:crypto';
import { seriousViolations } from '../../support/browser/axe.ts';
import { browserTest } from '../../support/browser/browser.ts';
import { stopClock } from '../../support/browser/page-clock.ts';
import { toast } from '../../support/browser/toasts.ts';
import { until } from '../../support/run/until.ts';
import {
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
} from '../../support/scanner/scanner-page.ts';
import { closed, entered, opened } from '../counting.ts';

browserTest(
  'a record is taken back from its toast and from «Недавние», sent or not, and the toast lies over nothing',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джемесон', quantity: 5 });
    await page.clock.install();
    await signIn(page, venue);
    await openItem(page, 'джем', /Джемесон/);
    // the toast stays, however slow the machine is
    await stopClock(page);
    await typeAndRecord(page, '0,7');
    await until(async () => (await quantityOf(venue, item.id)) === 4.3, 'the change arrives');
    const offer = page.getByRole('button', { name: 'Отменить', exact: true }).first();
    const [box, tabs] = await Promise.all([
      page.getByText('Записано: Джемесон −0,7 л').boundingBox(),
      page.getByRole('navigation', { name: 'Разделы' }).boundingBox(),
    ]);
    t.true((box?.y ?? 0) + (box?.height ?? 0) <= (tabs?.y ?? 0), 'the toast stands above the tabs');
    t.true((box?.y ?? 0) > 370, 'and below the title');
    await page.locator('[data-rht-toaster]').getByRole('button', { name: 'Отменить' }).dblclick();
    await toast(page, 'Отменено: Джемесон −0,7 л');
    t.is(await quantityOf(venue, item.id), 5);
    await page.clock.resume();
    const recent = page.getByRole('region', { name: 'Недавние' });
    await recent.getByText('отменено').waitFor();
    t.false(await offer.isVisible());

    await page.context().setOffline(true);
    await openItem(page, 'джем', /Джемесон/);
    await page.getByRole('button', { name: '+ Приход' }).click();
    await typeAndRecord(page, '3');
    await recent.getByText('в очереди').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await recent.getByRole('button', { name: 'Отменить: Джемесон +3 л' }).click();
    await toast(page, 'Отменено: Джемесон +3 л');
    await until(async () => (await recent.getByText('отменено').count()) === 2, 'the list tells so, too');
    await page.context().setOffline(false);

    await openItem(page, 'джем', /Джемесон/);
    await page.getByRole('button', { name: '= Стало' }).click();
    await typeAndRecord(page, '2');
    await until(async () => (await quantityOf(venue, item.id)) === 2, 'the new stock arrives');
    await recent.getByRole('button', { name: 'Отменить: Джемесон = 2 л' }).click();
    await toast(page, 'Отменено: Джемесон = 2 л');
    t.is(await quantityOf(venue, item.id), 5);
    const { changes } = (await venue.admin.get('/api/changes?source=scanner')).body;
    t.deepEqual(
      changes.map(({ delta }: { delta: number }) => delta),
      [3, -3, 0.7, -0.7],
      'what never left the phone is not in the log',
    );
    await page.getByLabel('Штрихкод или название').fill('джем');
    await page
      .getByRole('button', { name: /Джемесон/ })
      .getByText('5 л')
      .waitFor();
  },
  phoneSized,
);

browserTest(
  'an entry of a count is taken back from «Недавние», and one of a closed count says so instead',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джин', quantity: 3 });
    const opened = await venue.admin.post('/api/counts').send({ key: randomUUID(), title: 'Ночной' });
    const { id } = opened.body.count;
    await signIn(page, venue);
    await page.getByRole('button', { name: 'Подсчёт' }).click();
    await page.getByRole('button', { name: /Ночной/ }).click();
    await page.getByRole('button', { name: 'Считать' }).click();
    for (const amount of ['2', '1']) {
      await openItem(page, 'джин', /Джин/);
      await typeAndRecord(page, amount, 'Добавить к подсчёту');
    }
    const recent = page.getByRole('region', { name: 'Недавние' });
    await recent.getByRole('button', { name: 'Отменить: Джин 1 л в подсчёт' }).click();
    await toast(page, 'Отменено: Джин 1 л в подсчёт');
    const line = async () => (await venue.admin.get(`/api/counts/${id}/lines`)).body.lines[0];
    await until(async () => (await line()).counted === 2, 'the sum is without it');
    await openItem(page, 'джин', /Джин/);
    await page.getByLabel('Посчитано').getByText('2 л').waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();

    await venue.admin.post(`/api/counts/${id}/close`).send({ uncounted: 'keep' });
    await page.getByLabel('Штрихкод или название').waitFor();
    await page.reload();
    await recent.getByText('подсчёт закрыт').waitFor();
    t.is(await recent.getByRole('button', { name: /^Отменить/ }).count(), 0);
  },
  phoneSized,
);

browserTest(
  'a record taken back on the phone after the item was counted says so',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джин', quantity: 5 });
    await signIn(page, venue);
    await openItem(page, 'джин', /Джин/);
    await typeAndRecord(page, '1');
    await until(async () => (await quantityOf(venue, item.id)) === 4, 'the change arrives');
    const count = await opened(venue.admin, { title: 'Ночь' });
    await entered(venue.admin, count.id, { itemId: item.id, quantity: 6 });
    await closed(venue.admin, count.id);

    await page.getByRole('region', { name: 'Недавние' }).getByRole('button', { name: 'Отменить: Джин −1 л' }).click();

    await toast(
      page,
      'Отменено: Джин −1 л. Остаток «Джин» посчитали позже этой записи (подсчёт «Ночь»). Проверьте, столько ли сейчас: 7\u00a0л',
    );
    t.is(await quantityOf(venue, item.id), 7);
  },
  phoneSized,
);
