import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { attached, mayHaveDovecot, startDovecot } from '../support/feeds/dovecot.ts';
import { startEgress } from '../support/feeds/egress.ts';
import { soldAtIiko, startIiko } from '../support/feeds/iiko-server.ts';
import { openAs } from '../support/panel/panel-counts.ts';
import { openVenue } from '../support/panel/venue.ts';
import { applied, olap, olapRow } from '../tenant-runtime/sales/files.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Returns yesterday by the venue's clock: what was sold then is due. */
const yesterday = (): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(Date.now() - 24 * 3600_000);

browserTest(
  'a server of iiko is connected by the keyboard alone, refused and mended',
  async (t, { page }) => {
    const iiko = await startIiko(t);
    iiko.rows.push(soldAtIiko(yesterday()));
    const venue = await openVenue(t, { env: { PLATFORM_URL: (await startEgress(t)).url } });
    await openAs(page, venue, venue.admin, '/sales');

    await page.getByRole('button', { name: 'Подключить кассу' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Адрес').fill(iiko.url);
    await dialog.getByLabel('Логин').fill(iiko.login);
    await dialog.getByLabel('Пароль', { exact: true }).fill('не тот');
    await dialog.getByLabel('После какого часа забирать').selectOption('0:00');
    t.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Tab');
    await dialog.getByLabel('Название').press('Enter');
    await page.getByText('касса не пускает').waitFor();
    await page.getByText('не принимает логин или пароль').waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByLabel('Пароль', { exact: true }).fill(iiko.password);
    await dialog.getByLabel('Пароль', { exact: true }).press('Enter');
    await page.getByText('работает', { exact: true }).waitFor();

    t.is(await page.getByText('не принимает логин').count(), 0);
    t.is(iiko.taken(), 0);
    t.deepEqual(await seriousViolations(page), []);
  },
  desktop,
);

browserTest(
  'whose sales a server has is chosen before it is connected where files were loaded',
  async (t, { page }) => {
    const iiko = await startIiko(t);
    iiko.rows.push(soldAtIiko(yesterday()));
    const venue = await openVenue(t, { env: { PLATFORM_URL: (await startEgress(t)).url } });
    await applied(venue.admin, olap([olapRow()]));
    await openAs(page, venue, venue.admin, '/sales');
    await page.getByText('по 20.11.2026').waitFor();
    await page.getByRole('button', { name: 'Подключить кассу' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Адрес').fill(iiko.url);
    await dialog.getByLabel('Логин').fill(iiko.login);
    await dialog.getByLabel('Пароль', { exact: true }).fill(iiko.password);
    await dialog.getByLabel('После какого часа забирать').selectOption('0:00');
    t.true(await dialog.getByRole('button', { name: 'Подключить' }).isDisabled());
    await dialog.getByLabel('Чьи это продажи').selectOption('iiko');
    t.is(await page.evaluate(wide), 0);
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'Подключить' }).click();
    await page.getByText('работает', { exact: true }).waitFor();

    t.is((await venue.admin.get('/api/sales/sources')).body.sources.length, 1);
  },
  phone,
);

browserTest(
  'an address for reports is shown once, and what comes there is seen on the open page',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await openAs(page, venue, venue.admin, '/sales');
    await page.getByRole('button', { name: 'Подключить кассу' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Отчёты кассы').click();
    await dialog.getByLabel('Название').fill('Касса у входа');
    await dialog.getByRole('button', { name: 'Подключить' }).click();
    await page.getByText('больше он не покажется').waitFor();
    const address = await dialog.getByLabel('Адрес', { exact: true }).inputValue();
    t.is(await page.evaluate(wide), 0);
    t.deepEqual(await seriousViolations(page), []);
    await dialog.getByRole('button', { name: 'Готово' }).click();
    await page.getByText('Продаж ещё не было', { exact: true }).waitFor();

    await venue.anonymous.post(new URL(address).pathname).send(olap([olapRow()]));
    await page.getByText('Продажи по 20.11.2026').waitFor();
    await venue.anonymous.post(new URL(address).pathname).send('{"a": 1}');
    await page.getByText('не получилось', { exact: true }).waitFor();

    t.is(await page.evaluate(wide), 0);
    t.deepEqual(await seriousViolations(page), []);
  },
  phone,
);

browserTest(
  'a mailbox is connected on a phone: its certificate trusted, its folder found, its report taken',
  async (t, { page }) => {
    if (!mayHaveDovecot) return void t.pass('neither found nor to be installed: dovecot-imapd');
    const dovecot = await startDovecot();
    t.teardown(dovecot.stop);
    const mailbox = dovecot.mailbox();
    await mailbox.bring({ messageId: 'one', parts: [attached('olap.json', olap([olapRow()]))], at: new Date() });
    const venue = await openVenue(t, { env: { PLATFORM_URL: (await startEgress(t)).url } });
    await openAs(page, venue, venue.admin, '/sales');
    await page.getByRole('button', { name: 'Подключить кассу' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Почта', { exact: true }).click();
    await dialog.getByLabel('Сервер почты').fill(mailbox.address);
    await dialog.getByLabel('Логин').fill(mailbox.login);
    await dialog.getByLabel('Пароль', { exact: true }).fill(mailbox.password);
    await dialog.getByLabel('Папка').fill('Отчёты');
    t.is(await page.evaluate(wide), 0);
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/mail-form.png`, fullPage: true });
    await dialog.getByRole('button', { name: 'Подключить' }).click();

    await page.getByRole('button', { name: 'Это наш сервер, доверять' }).click();
    await page.getByText('В почте нет папки «Отчёты»').waitFor();
    t.is(await page.evaluate(wide), 0);
    t.deepEqual(await seriousViolations(page), []);
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/mail-card.png`, fullPage: true });
    await page.getByRole('button', { name: 'Изменить' }).click();
    await dialog.getByLabel('Папка').fill('INBOX');
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Продажи по 20.11.2026').waitFor();
    t.deepEqual(await mailbox.letters(), [{ id: '<one@kassa.example>', isSeen: true }]);
  },
  phone,
);
