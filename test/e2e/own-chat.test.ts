import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, desktop } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { openAs, openCount } from '../support/panel/panel-counts.ts';
import { openVenue, quantityOf } from '../support/panel/venue.ts';
import { until } from '../support/run/until.ts';
import { offlineReady, phoneSized, signIn } from '../support/scanner/scanner-page.ts';

/** A picture of 64 grey pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAFElEQVR4nGNgkLOJqpi25RIDZQwAihUaQUzX9bkAAAAASUVORK5CYII=',
  'base64',
);

browserTest(
  'in the panel one counts in the chat: writes, presses, corrects and answers, without a messenger',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 4.6 });
    await openAs(page, venue, venue.user, '/chat');
    await page.getByRole('button', { name: 'Начать' }).click();
    await page.getByText('Здравствуйте, Иван').waitFor();

    const input = page.getByRole('textbox', { name: 'Сообщение' });
    await input.fill('Джемесон +0,7');
    await input.press('Enter');
    await page.getByText('Джемесон: 4,6 → 5,3 л (+0,7)').waitFor();
    t.is(await quantityOf(venue, jameson.id), 5.3);
    t.deepEqual(await seriousViolations(page), []);

    // the last message is corrected by the arrow, as in a messenger
    await input.press('ArrowUp');
    await input.fill('Джемесон +0,8');
    await input.press('Enter');
    await page.getByText('Исправлено: Джемесон').waitFor();
    t.is(await quantityOf(venue, jameson.id), 5.4);

    await page.getByRole('button', { name: 'Отменить' }).last().click();
    await page.getByText('Отменено: Джемесон').waitFor();
    t.is(await quantityOf(venue, jameson.id), 4.6);

    await page.setInputFiles('input[type=file]', { name: 'фото.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('button', { name: 'Отправить' }).click();
    await page.getByRole('img', { name: 'Фото' }).waitFor();
    await page.getByText('Штрихкод не читается').waitFor();
  },
  desktop,
);

browserTest(
  'what is written in the chat without a connection waits, is sent in order and once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 1 });
    const link = await startLink(t, venue.url);
    await openAs(page, { ...venue, url: link.url }, venue.user, '/chat');
    await page.getByRole('button', { name: 'Начать' }).click();
    await page.getByText('Здравствуйте, Иван').waitFor();

    await link.cut();
    const input = page.getByRole('textbox', { name: 'Сообщение' });
    for (const text of ['Джемесон = 3', 'Джемесон +0,5', 'Джемесон −0,25']) {
      await input.fill(text);
      await input.press('Enter');
    }
    await page.getByText('Нет связи: сообщения уйдут, когда она появится.').waitFor();
    t.is(await quantityOf(venue, jameson.id), 1);

    await link.mend();

    await page.getByText('Джемесон: 3,5 → 3,25 л (−0,25)').waitFor();
    await page.getByText('Нет связи').waitFor({ state: 'detached' });
    t.is(await quantityOf(venue, jameson.id), 3.25);
    t.is(Number((await venue.db('chat_updates').count())[0]?.count), 4);
  },
  phoneSized,
);

browserTest(
  'what the bot has to say is counted beside «Чат» until it is seen',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джемесон' });
    await openAs(page, venue, venue.user, '/');
    await page.getByText('На связи').waitFor();
    await openCount(venue);

    await page.getByRole('link', { name: /Чат.*новых сообщений: 1/ }).click();
    await page.getByRole('log').getByText('Начат подсчёт').first().waitFor();

    await page.getByRole('link', { name: 'Чат', exact: true }).waitFor();
    await until(async () => (await venue.user.get('/api/chat')).body.chat.unread === 0, 'the server knows it is seen');
    t.is((await venue.user.get('/api/chat')).body.chat.unread, 0);
  },
  desktop,
);

browserTest(
  'what the phone wrote in the night without a connection, its page reloaded, is sent in the morning in order and once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const jameson = await venue.createItem({ name: 'Джемесон', quantity: 1 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await page.getByRole('button', { name: 'Чат' }).click();
    await page.getByRole('button', { name: 'Начать' }).click();
    await page.getByText('Здравствуйте, Иван').waitFor();

    await link.cut();
    const input = page.getByRole('textbox', { name: 'Сообщение' });
    for (const text of ['Джемесон = 3', 'Джемесон +0,5']) {
      await input.fill(text);
      await input.press('Enter');
      await page.getByRole('log').getByText(text, { exact: true }).waitFor();
    }
    await page.reload();
    await page.getByRole('log').getByText('Здравствуйте, Иван').waitFor();
    await page.getByRole('log').getByText('Джемесон +0,5', { exact: true }).waitFor();
    t.is(await quantityOf(venue, jameson.id), 1);

    await link.mend();

    await page.getByText('Джемесон: 3 → 3,5 л (+0,5)').waitFor();
    t.is(await quantityOf(venue, jameson.id), 3.5);
    t.is(Number((await venue.db('chat_updates').count())[0]?.count), 3);
  },
  phoneSized,
);

browserTest('the link of /open signs one in without a password, once', async (t, { page, another }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', quantity: 4.6 });
  const caller = { id: venue.user.id, username: 'barman', name: 'Иван', role: 'user' as const };
  const { code } = await venue.services.codes.make({ kind: 'scanner' }, caller);

  await page.goto(`${venue.url}/enter#code=${code}`);
  await page.getByRole('row').filter({ hasText: 'Джемесон' }).waitFor();
  t.false(page.url().includes(code), 'the code is in no history');

  const thief = await another();
  await thief.goto(`${venue.url}/enter#code=${code}`);
  await thief.getByText('Возьмите у бота новую ссылку: /open').waitFor();
  await thief.getByRole('link', { name: 'Войти с паролем' }).click();
  await thief.getByLabel('Логин').waitFor();
});
