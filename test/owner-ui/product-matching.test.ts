import type { UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { openAs, press, user } from '../support/owner-pages/account.ts';
import { answerOf, MATCHING_PATH, match, openMatching, product } from '../support/owner-pages/matching.ts';
import { answerCalls } from '../support/owner-pages/owner-pages.ts';
import { says, setUpOwnerPages } from '../support/owner-pages/pages.ts';

setUpOwnerPages();

const three = [
  product(1, 'Джемесон', [match(101, 'Виски Jameson', 0.966), match(102, 'Виски Jameson Black Barrel', 0.021)]),
  product(2, 'Апероль', [match(201, 'Аперитив Aperol', 0.914)]),
  product(3, 'Лимон', [match(301, 'Лимонад', 0.31)]),
];
const saved = (matched: number, absent = 0, gone: number[] = []): [number, object] => [
  200,
  { success: true, message: `Сопоставлено ${matched} товаров!`, matched, absent, gone },
];
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
const tally = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

browserTest('without a tenant the page says so and leads to the dashboard', async (t, { page }) => {
  const { calls } = await answerCalls(page, { 'GET /auth/me': [200, { success: true, user }] });
  await openAs(page, user, '/product-matching');
  await toast(page, 'Tenant ID not provided');
  await page.waitForURL('**/dashboard');
  t.deepEqual(
    calls.filter(({ call }) => call.includes('/catalog/')),
    [],
  );
});

browserTest('products that do not load are said not to, and nothing is shown in their place', async (t, { page }) => {
  const server = await answerCalls(page, {
    'GET /auth/me': [200, { success: true, user }],
    'GET /catalog/unmatched': [
      503,
      { success: false, error: 'База данных заведения не отвечает', code: 'unavailable' },
    ],
  });
  await openAs(page, user, MATCHING_PATH);
  const alert = page.getByRole('alert').filter({ hasText: 'Не удалось загрузить товары' });
  await alert.getByText('База данных заведения не отвечает').waitFor();
  t.is(await page.getByText(/Товар \d/).count(), 0);
  server.answers['GET /catalog/unmatched'] = [200, { success: true, data: answerOf([], 0) }];
  await press(page, 'Повторить');
  await title(page, 'Все товары сопоставлены!');
  await page.getByRole('link', { name: 'К заведениям' }).click();
  await page.waitForURL('**/dashboard');
});

browserTest(
  'while the catalogue is being prepared, the page warns before an answer «Нет в каталоге»',
  async (t, { page }) => {
    const server = await openMatching(page, three);
    const warning = page.getByRole('note').filter({ hasText: 'Поиск по каталогу ещё готовится' });
    await says(page, 'Товар 1 из 3');
    t.is(await warning.count(), 0);
    const data = { ...answerOf(three, 3), isPreparing: true };
    server.answers['GET /catalog/unmatched'] = [200, { success: true, data }];
    await page.reload();
    await warning.waitFor();
    await says(page, 'Товар 1 из 3');
  },
);

browserTest(
  'one product after another: what it may be and why, and nothing is sent before the end',
  async (t, { page }) => {
    const server = await openMatching(page, three);
    await says(page, 'Товар 1 из 3');
    await says(page, 'артикул А-17');
    await page.getByText('Бар «Узел»').waitFor();
    t.is(await page.getByRole('progressbar', { name: 'Товар 1 из 3' }).getAttribute('value'), '1');
    const first = page.getByRole('radio', { name: /Виски Jameson 0,7 л/ });
    t.true(await first.isChecked(), 'what is probable is chosen beforehand');
    const option = page.locator('label').filter({ has: first });
    t.regex(await option.innerText(), /97 %/);
    t.regex((await option.textContent()) ?? '', /бренд ✓совпадает.*объём ✗расходится.*вариант \?не указано/);
    t.deepEqual(await seriousViolations(page), []);

    server.answers['POST /catalog/matches'] = saved(1);
    await press(page, 'Завершить');
    await toast(page, 'Вы не сопоставили ни одного товара');
    t.is(server.of('POST /catalog/matches').length, 0);

    await press(page, 'Подтвердить');
    await title(page, 'Апероль');
    await tally(page, 'Сопоставлено: 1');
    await press(page, 'Пропустить');
    await title(page, 'Лимон');
    t.true(await page.getByRole('button', { name: 'Подтвердить' }).isDisabled(), 'a doubtful one is not chosen');
    await press(page, 'Пропустить');
    await says(page, 'Пропущено: 2. К ним можно вернуться сейчас или в другой раз.');
    t.is(server.of('POST /catalog/matches').length, 0);

    server.answers['POST /catalog/matches'] = [503, { success: false, error: 'Заведение не запускается' }];
    await press(page, 'Завершить и сохранить');
    await toast(page, 'Заведение не запускается');
    server.answers['POST /catalog/matches'] = [500];
    await press(page, 'Завершить и сохранить');
    await toast(page, 'Ошибка сохранения');
    await tally(page, 'Сопоставлено: 1');
    server.answers['POST /catalog/matches'] = saved(1);
    server.answers['GET /catalog/unmatched'] = [200, { success: true, data: answerOf(three.slice(1), 2) }];
    await press(page, 'Завершить и сохранить');
    await toast(page, 'Сопоставлено 1 товаров!');
    t.deepEqual(server.of('POST /catalog/matches').at(-1)?.body, { tenantId: 't-bar', matches: { 1: 101 } });
    await says(page, 'Товар 1 из 2');
    await tally(page, 'Сопоставлено: 0');

    server.answers['DELETE /catalog/matches'] = [200, { success: true, undone: 1 }];
    server.answers['GET /catalog/unmatched'] = [200, { success: true, data: answerOf(three, 3) }];
    await press(page, 'Отменить сохранение');
    await toast(page, 'Снято сопоставлений: 1');
    t.deepEqual(server.of('DELETE /catalog/matches')[0]?.body, { tenantId: 't-bar', products: [1] });
    await tally(page, 'Сопоставлено: 1');
  },
);

browserTest('the catalogue is searched by hand, never for nothing; what fails is said', async (t, { page }) => {
  const server = await openMatching(page, [three[2] as UnmatchedProduct]);
  const find = page.getByRole('button', { name: 'Найти' });
  t.true(await find.isDisabled());
  await page.getByLabel('Найти в каталоге').fill('   ');
  t.true(await find.isDisabled());
  await page.getByLabel('Найти в каталоге').fill('лайм');
  server.answers['GET /catalog/search'] = [500];
  await find.click();
  await toast(page, 'Ошибка поиска');
  server.answers['GET /catalog/search'] = [200, { success: true, data: { results: [] }, results: [] }];
  await find.click();
  await page.getByText('Ничего не нашлось').waitFor();
  const results = [match(401, 'Лайм свежий', 0.4), match(301, 'Лимонад', 0.31)];
  server.answers['GET /catalog/search'] = [200, { success: true, data: { results }, results }];
  await find.click();
  await page.getByText('Найдено').waitFor();
  t.is(await page.getByRole('radio', { name: /Лимонад/ }).count(), 1, 'what is suggested is not listed again');
  await page.getByRole('radio', { name: /Лайм свежий/ }).check();
  await press(page, 'Подтвердить');
  await says(page, 'Для каждого товара выбор сделан. Осталось сохранить.');
  await press(page, 'Назад');
  t.true(await page.getByRole('radio', { name: 'Лайм свежий' }).isChecked(), 'what was found before is still chosen');
  server.answers['POST /catalog/matches'] = saved(1);
  await press(page, 'Завершить');
  await toast(page, 'Сопоставлено 1 товаров!');
  t.deepEqual(server.of('POST /catalog/matches')[0]?.body, { tenantId: 't-bar', matches: { 3: 401 } });
});

browserTest('everything above a confidence is accepted at once, undone, and survives a reload', async (t, { page }) => {
  const many = Array.from({ length: 45 }, (_, at) =>
    product(at + 1, `Товар ${at + 1}`, [match(1000 + at, `Бутылка ${at}`, at % 3 === 0 ? 0.95 : 0.85)]),
  );
  const server = await openMatching(page, many);
  await page.getByRole('button', { name: 'Принять сразу: 15' }).waitFor();
  t.deepEqual(server.of('GET /catalog/unmatched').length, 3, 'further pages come by themselves');
  await page.getByRole('spinbutton', { name: 'Уверенность, %' }).fill('80');
  await press(page, 'Принять сразу: 45');
  await tally(page, 'Сопоставлено: 45');
  await press(page, 'Отменить выбор');
  await tally(page, 'Сопоставлено: 0');
  await page.getByRole('spinbutton', { name: 'Уверенность, %' }).fill('90');
  await press(page, 'Принять сразу: 15');
  await says(page, 'Товар 2 из 45');
  await page.keyboard.press('Digit0');
  await page.keyboard.press('Enter');
  await says(page, 'Товар 3 из 45');

  await page.reload();

  await says(page, 'Товар 3 из 45');
  await tally(page, 'Сопоставлено: 15, нет в каталоге: 1');
  server.answers['POST /catalog/matches'] = saved(15, 1);
  await press(page, 'Завершить');
  await toast(page, 'Сопоставлено 15 товаров!');
  const body = server.of('POST /catalog/matches')[0]?.body as { matches: Record<string, number | null> };
  t.is(Object.keys(body.matches).length, 16);
  t.is(body.matches[2], null);
});

browserTest('the keyboard alone does all of it, in either layout', async (t, { page }) => {
  const server = await openMatching(page, three);
  await title(page, 'Джемесон');
  await page.keyboard.press('Digit2');
  t.true(await page.getByRole('radio', { name: /Black Barrel/ }).isChecked());
  await page.keyboard.press('ArrowUp');
  t.true(await page.getByRole('radio', { name: /Виски Jameson 0,7 л/ }).isChecked());
  await page.keyboard.press('Enter');
  await title(page, 'Апероль');
  await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyS', key: 'ы', bubbles: true })),
  );
  await title(page, 'Лимон');
  await page.keyboard.press('KeyB');
  await title(page, 'Апероль');
  await page.keyboard.press('KeyZ');
  await tally(page, 'Сопоставлено: 0');
  await title(page, 'Джемесон');
  await page.keyboard.press('Slash');
  await page.keyboard.type('sz0');
  t.is(await page.getByLabel('Найти в каталоге').inputValue(), 'sz0', 'letters in a field are letters');
  t.is(server.of('GET /catalog/search').length, 0);
});

browserTest('what the catalogue does not have is proposed to it', async (t, { page }) => {
  const server = await openMatching(page, [product(5, 'Настойка домашняя')]);
  await page.getByText('Похожего в каталоге нет').waitFor();
  await page.getByRole('radio', { name: 'Нет в каталоге' }).check();
  await page.getByText('Предложить в каталог').click();
  await press(page, 'Отправить');
  await says(page, 'Введите штрихкод');
  await page.getByLabel('Штрихкод').fill('96385075');
  await press(page, 'Отправить');
  await says(page, 'Штрихкод — 8, 12 или 13 цифр с верной контрольной');
  await page.getByLabel('Штрихкод').fill('96385074');
  await page.getByLabel('Объём, мл').fill('500');
  server.answers['POST /catalog/proposals'] = [500];
  await press(page, 'Отправить');
  await toast(page, 'Не удалось отправить предложение');
  server.answers['POST /catalog/proposals'] = [200, { success: true, stored: true }];
  await press(page, 'Отправить');
  await toast(page, 'Предложение отправлено');
  const [first, second] = server.of('POST /catalog/proposals').map(({ body }) => body as Record<string, unknown>);
  t.is(first?.id, second?.id, 'sent twice, it is one proposal');
  t.like(second, { tenantId: 't-bar', ean: '0000096385074', description: 'Настойка домашняя', volume_ml: 500 });
});

browserTest('on a phone nothing lies beyond the edge, and what decides is in reach', async (t, { page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openMatching(page, [
    product(1, 'Настойка домашняя на клюкве с мёдом и очень длинным названием, 0,5', three[0]?.suggestedMatches),
  ]);
  await page.getByRole('button', { name: 'Подтвердить' }).waitFor();
  t.true(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
  const buttons = await page.getByRole('button', { name: 'Подтвердить' }).boundingBox();
  t.true(buttons !== null && buttons.y + buttons.height <= 780 && buttons.height >= 44);
});

browserTest(
  'what is chosen while a save is under way, or after it, is not lost, nor by taking it back',
  async (t, { page }) => {
    const server = await openMatching(page, three);
    const answered = Promise.withResolvers<void>();
    server.answers['POST /catalog/matches'] = async () => {
      await answered.promise;
      return saved(1);
    };
    await press(page, 'Подтвердить');
    await title(page, 'Апероль');
    await press(page, 'Завершить');
    await press(page, 'Подтвердить');
    await tally(page, 'Сопоставлено: 2');
    server.answers['GET /catalog/unmatched'] = [200, { success: true, data: answerOf(three.slice(1), 2) }];
    answered.resolve();
    await toast(page, 'Сопоставлено 1 товаров!');
    await tally(page, 'Сопоставлено: 1');

    server.answers['DELETE /catalog/matches'] = [200, { success: true, undone: 1 }];
    server.answers['GET /catalog/unmatched'] = [200, { success: true, data: answerOf(three, 3) }];
    await press(page, 'Отменить сохранение');
    await toast(page, 'Снято сопоставлений: 1');

    await tally(page, 'Сопоставлено: 2');
    t.deepEqual(server.of('POST /catalog/matches')[0]?.body, { tenantId: 't-bar', matches: { 1: 101 } });
  },
);
