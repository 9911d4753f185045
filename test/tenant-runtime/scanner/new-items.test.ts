import type { AnswerOf } from '@ostatok/kit/contract/endpoint.ts';
import type { VenueEndpoints } from '@ostatok/tenant-runtime/contract/endpoints.ts';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../../support/browser/axe.ts';
import { browserTest, desktop } from '../../support/browser/browser.ts';
import { startLink } from '../../support/network/cuttable-link.ts';
import { until } from '../../support/run/until.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  shootCode,
  signIn,
  typeAndRecord,
} from '../../support/scanner/scanner-page.ts';
import type { Tenant } from '../../support/venue/tenant.ts';

const EAN = '5901234123457';
const CASE = '15901234123454';

/** Signs in to the panel through its form, as a user does. */
async function signInToPanel(page: Page, venue: Tenant): Promise<void> {
  const maria = await venue.asNewUser('maria', 'admin', 'Мария');
  const password = await venue.services.users.resetPassword(maria.id, maria);
  await page.goto(`${venue.url}/`);
  await page.getByLabel('Логин').fill('maria');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
}

const itemsOf = async (venue: Tenant) => (await venue.admin.get('/api/items?limit=100')).body.items;

browserTest(
  'an unknown bottle is added without a connection and counted at once; both arrive when the wire is mended',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await link.cut();

    await shootCode(page, EAN);
    await page.getByText(`Код ${EAN} не знаком`).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByText('Введите название').waitFor();
    await page.getByLabel('Название').fill('Вермут домашний');
    await page.getByLabel('Объём бутылки, мл').fill('750');
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { name: 'Вермут домашний' }).waitFor();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await page.getByRole('button', { name: 'Прибавить: Бутылка 0,75 л' }).click();
    await typeAndRecord(page, '');
    // a code scanned on the item's screen would be one more bottle
    await page.getByLabel('Штрихкод или название').waitFor();
    await shootCode(page, EAN);
    await page.getByRole('heading', { name: 'Вермут домашний' }).waitFor();
    await page.getByLabel('Остаток', { exact: true }).getByText('0,75').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Вермут домашний' }).waitFor();
    t.deepEqual(await itemsOf(venue), []);

    await link.mend();

    await until(async () => (await itemsOf(venue))[0]?.quantity === 0.75, 'item and change arrive');
    t.like((await itemsOf(venue))[0], { name: 'Вермут домашний', ean: EAN, unit: 'л', volume_ml: 750 });
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    await typeAndRecord(page, '0,5');
    await until(async () => (await itemsOf(venue))[0]?.quantity === 0.25, 'its open screen goes on with the server');
  },
  phoneSized,
);

browserTest(
  'a code that another phone has given to an item counted otherwise is not guessed at',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await link.cut();
    await shootCode(page, EAN);
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByLabel('Название').fill('Тоник');
    await page.getByRole('button', { name: 'Штуки' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await typeAndRecord(page, '2');
    const other = await venue.createItem({ name: 'Тоник Schweppes', ean: EAN, unit: 'л', quantity: 5 });

    await link.mend();

    await page.getByTestId('queue').getByText('не принято: 1').waitFor();
    await page.getByTestId('queue').click();
    await page.getByText('Код уже у позиции «Тоник Schweppes», её считают в л, а записано в шт').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    t.is((await itemsOf(venue)).length, 1);
    t.is((await itemsOf(venue))[0].quantity, 5);

    await page.getByRole('button', { name: 'Изменить' }).click();
    await page.getByRole('heading', { name: 'Тоник Schweppes' }).waitFor();
    t.regex(await page.getByLabel('Набрано').innerText(), /^2/, 'the number is there to be set right');
    await typeAndRecord(page, '4');
    await until(
      async () => (await itemsOf(venue)).find(({ id }: { id: number }) => id === other.id)?.quantity === 29,
      'it goes',
    );
    await page.getByText('Всё отправлено').waitFor();
  },
  phoneSized,
);

browserTest(
  'a number half typed for a new item stays, with its sign, when the server takes the item',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await link.cut();
    await shootCode(page, EAN);
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByLabel('Название').fill('Вермут домашний');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { name: 'Вермут домашний' }).waitFor();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await page.keyboard.press('7');
    await page.getByLabel('Набрано').getByText('7').waitFor();

    await link.mend();

    await until(async () => (await itemsOf(venue)).length === 1, 'the item arrives');
    await page.getByTestId('queue').waitFor({ state: 'detached' });
    t.regex(await page.getByLabel('Набрано').innerText(), /7/);
    await page.getByRole('button', { name: '+ Приход', pressed: true }).waitFor();
    await typeAndRecord(page, '');
    await until(async () => (await itemsOf(venue))[0]?.quantity === 7, 'it arrives as it was meant');
  },
  phoneSized,
);

browserTest(
  'an administrator says whose the code of a case is; scanned again it stands for all its bottles',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', volume_ml: 700, quantity: 0 });
    await signIn(page, venue, { user: await venue.asNewUser('maria', 'admin', 'Мария') });
    await shootCode(page, CASE);
    await page.getByRole('button', { name: 'Это код другой позиции' }).click();
    await page.getByLabel('Название или артикул').fill('апер');
    await page.getByRole('button', { name: /Апероль/ }).click();
    await page.getByLabel('Сколько бутылок').fill('6');
    await page.getByText('Ящик 6 × 0,7 л').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: /Привязать код/ }).click();

    await page.getByRole('button', { name: '+ Приход' }).click();
    await page.getByRole('button', { name: 'Прибавить: Ящик 6 × 0,7 л' }).click();
    await typeAndRecord(page, '');

    const now = async () => (await venue.admin.get(`/api/items/${item.id}`)).body.item;
    await until(async () => (await now()).quantity === 4.2, 'a case arrives');
    t.deepEqual((await now()).codes, [{ ean: CASE, pack: 6 }]);
    await openItem(page, 'апер', /Апероль/);
    await shootCode(page, CASE);
    await page.getByLabel('Набрано').getByText('4,2').waitFor();
  },
  phoneSized,
);

browserTest(
  'the code of a case that the global catalogue knows makes a new bottle with both codes, or is the bottle that is here',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const alias = { description: 'Вермут Martini', volume_ml: 1000, ean: CASE, pack: 6, product_ean: EAN };
    let answer: AnswerOf<VenueEndpoints['GET /api/lookup/:ean']> = { success: true, alias };
    await page.route('**/api/lookup/*', (route) => route.fulfill({ json: answer }));
    await signIn(page, venue);
    await shootCode(page, CASE);
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await page.getByRole('heading', { name: 'Вермут Martini' }).waitFor();
    await until(async () => (await itemsOf(venue)).length === 1, 'it arrives');
    t.like((await itemsOf(venue))[0], { ean: EAN, codes: [{ ean: CASE, pack: 6 }] });

    const here = await venue.createItem({ name: 'Апероль', volume_ml: 700, quantity: 0 });
    const OTHER = '4600494000737';
    answer = { success: true, item: here, pack: 12 };
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByLabel('Штрихкод или название').waitFor();
    await shootCode(page, OTHER);
    await page.getByRole('button', { name: '+ Приход' }).click();
    await page.getByRole('button', { name: 'Прибавить: Ящик 12 × 0,7 л' }).click();
    await typeAndRecord(page, '');
    await until(
      async () => (await venue.admin.get(`/api/items/${here.id}`)).body.item.quantity === 8.4,
      'a case of a code that the item has not itself',
    );
  },
  phoneSized,
);

browserTest(
  'what the global catalogue knows of a code is filled in already',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const alias = { description: 'Вермут Martini Bianco', category: 'Вермут', volume_ml: 1000, weight_empty_g: 590 };
    const answer: AnswerOf<VenueEndpoints['GET /api/lookup/:ean']> = { success: true, alias };
    await page.route('**/api/lookup/*', (route) => route.fulfill({ json: answer }));
    await signIn(page, venue);
    await shootCode(page, EAN);
    await page.getByText('Вермут Martini Bianco: такой позиции в заведении ещё нет').waitFor();
    await page.getByRole('button', { name: 'Добавить как новый' }).click();
    t.is(await page.getByLabel('Название').inputValue(), 'Вермут Martini Bianco');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await until(async () => (await itemsOf(venue)).length === 1, 'the item arrives');
    t.like((await itemsOf(venue))[0], { category: 'Вермут', volume_ml: 1000, weight_empty_g: 590, ean: EAN });
  },
  phoneSized,
);

browserTest(
  'staff say without a connection whose an unknown code is: it works at once, arrives once, and an administrator is asked',
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', volume_ml: 700, quantity: 0 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await openItem(page, 'апер', /Апероль/);
    await page.getByRole('button', { name: 'Назад' }).click();
    await link.cut();
    await shootCode(page, EAN);
    await page.getByRole('button', { name: 'Это код другой позиции' }).click();
    await page.getByLabel('Название или артикул').fill('апер');
    await page.getByRole('button', { name: /Апероль/ }).click();
    await page.getByText('Код заработает сразу').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: /Привязать код/ }).click();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await page.getByRole('button', { name: 'Прибавить: Бутылка 0,7 л' }).click();
    await typeAndRecord(page, '');
    // the navigation back to the search is over: a reload would interrupt it
    await page.getByLabel('Штрихкод или название').waitFor();
    await page.reload();
    // a code scanned before the page is ready would be lost
    await page.getByLabel('Штрихкод или название').waitFor();
    await shootCode(page, EAN);
    await page.getByRole('heading', { name: 'Апероль' }).waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();

    await link.mend();

    const now = async () => (await venue.admin.get(`/api/items/${item.id}`)).body.item;
    await until(async () => (await now()).quantity === 0.7, 'the bottle arrives');
    t.deepEqual((await now()).codes, [{ ean: EAN, pack: 1 }]);

    const panel = await another(desktop);
    await signInToPanel(panel, venue);
    await panel.getByText('Сотрудники привязали 1 штрихкод').waitFor();
    await panel.getByRole('button', { name: 'Проверить' }).click();
    const row = panel.getByRole('list', { name: 'Привязанные штрихкоды' }).getByRole('listitem');
    t.regex(await row.innerText(), /Апероль ← 5901234123457\. Иван, /);
    t.deepEqual(await seriousViolations(panel), []);
    await panel.getByRole('button', { name: `Подтвердить: ${EAN}` }).click();
    await row.waitFor({ state: 'detached' });
    t.like(await now(), { ean: EAN, codes: [] });

    await shootCode(page, CASE);
    await page.getByRole('button', { name: 'Это код другой позиции' }).click();
    await page.getByLabel('Название или артикул').fill('апер');
    await page.getByRole('button', { name: /Апероль/ }).click();
    await page.getByRole('button', { name: /Привязать код/ }).click();
    await until(async () => (await now()).codes.length === 1, 'the code arrives');
    await page.getByRole('button', { name: 'Назад' }).click();
    await page.getByRole('button', { name: `Отменить: Апероль код ${CASE}` }).click();
    await until(async () => (await now()).codes.length === 0, 'the code is nobody’s again');
  },
  phoneSized,
);
