import test from 'ava';
import { violationsInBothSchemes } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { answerCalls, ORIGIN } from '../support/owner-pages/owner-pages.ts';
import { pages, setUpOwnerPages } from '../support/owner-pages/pages.ts';
import { answers, card, DESK, open, PHONE, signInHere } from '../support/owner-pages/public.ts';

setUpOwnerPages();

const PATHS = ['/', '/faq', '/terms', '/privacy', '/company-info'];

browserTest(
  '«Попробовать здесь» writes a line and lights the demo, however often it is pressed',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/');
    const said = page.getByRole('log').getByText(/→|столько не списать/);
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('h1') ?? {}).some((key) => /^__react/.test(key)),
    );
    await said.first().waitFor();
    for (let tries = 1; tries <= 2; tries += 1) {
      await page.getByRole('link', { name: 'Попробовать здесь' }).click();
      await said.nth(tries).waitFor();
      t.true(await page.evaluate(() => document.activeElement?.closest('fieldset') !== null));
    }
    await page.setViewportSize({ width: 360, height: 740 });
    t.true(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
  },
);

browserTest(
  'every public page is there without JavaScript, with its title, description, address and picture',
  async (t, { page }) => {
    for (const path of PATHS) {
      await page.goto(pages.url + path);
      t.is(await page.locator('h1').count(), 1, path);
      t.true((await page.title()).includes('Остаток'), path);
      const head = (selector: string, name: string) => page.locator(selector).getAttribute(name);
      t.true(((await head('meta[name=description]', 'content')) ?? '').length > 50, path);
      t.is(await head('link[rel=canonical]', 'href'), ORIGIN + path);
      t.is(await head('meta[property="og:url"]', 'content'), ORIGIN + path);
      t.is(await head('meta[property="og:image"]', 'content'), `${ORIGIN}/og.jpg`);
    }
    t.is((await page.request.get(`${pages.url}/og.jpg`)).headers()['content-type'], 'image/jpeg');
    const sitemap = await (await page.request.get(`${pages.url}/sitemap.xml`)).text();
    t.deepEqual(
      [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address),
      PATHS.map((path) => ORIGIN + path),
    );
    t.regex(await (await page.request.get(`${pages.url}/robots.txt`)).text(), /Sitemap: https:\/\/ostatok\.example\//);
  },
  { javaScriptEnabled: false },
);

browserTest(
  'the landing has its sections, eight features, three steps, the anchors and all the links',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/');
    t.is(await page.locator('#features li').count(), 8);
    t.is(await page.locator('ol li').count(), 3);
    for (const name of [/Остатки бара/, /Три шага/, /Bluetooth-весы/, 'Тарифы', /Посчитайте бар/])
      await page.getByRole('heading', { name }).first().waitFor();
    const addresses = await page
      .locator('header a, footer a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const path of [
      '/#features',
      '/#pricing',
      '/faq',
      '/login',
      '/register',
      '/terms',
      '/privacy',
      '/company-info',
    ])
      t.true(addresses.includes(path), path);
    t.is(await page.locator('#demo').count(), 1);
    await page.getByText('5 минут', { exact: true }).waitFor();
    await page.getByText('99,5%', { exact: true }).waitFor();
    await page.getByText('2K+', { exact: true }).waitFor();
    await page.getByText('104K+', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Просекко +6' }).click();
    await page.getByText(/Просекко: 9 → 15\sшт \(\+6\)/).waitFor();
  },
);

browserTest('prices follow the discount, and an absent one is asked for', async (t, { page }) => {
  await answerCalls(page, answers());
  await open(page, '/');
  await card(page, 'Тариф 4')
    .getByText(/^1\s691\s₽\/мес$/)
    .waitFor();
  t.regex(await card(page, 'Тариф 4').locator('s').innerText(), /^1\s990\s₽\/мес$/);
  await card(page, 'Тариф 4').getByText('-15% скидка', { exact: true }).waitFor();
  await card(page, 'Тариф 5').getByText('По запросу', { exact: true }).waitFor();
  t.deepEqual(await card(page, 'Тариф 5').getByRole('listitem').allInnerTexts(), ['первая', 'вторая']);
  t.is(await card(page, 'Тариф 4').getByRole('link').getAttribute('href'), '/register?plan=plan-4');
  await page.locator('a[href^="mailto:help@ostatok.example"]').waitFor();
});

browserTest(
  'who is signed in goes from a plan to its payment, and from the top to their venues',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await signInHere(page);
    await open(page, '/');
    await page.getByRole('link', { name: 'Мои заведения' }).waitFor();
    t.is(await page.getByRole('link', { name: 'Мои заведения' }).getAttribute('href'), '/dashboard');
    t.is(await card(page, 'Тариф 4').getByRole('link').getAttribute('href'), '/subscription/payment/4');
  },
);

test('an address with a dot that a browser opens leads home as any other; a file that is not there is not found', async (t) => {
  const ask = async (path: string, accept: string) => (await fetch(pages.url + path, { headers: { accept } })).status;
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  t.is(await ask('/bar.menu', browser), 200);
  t.is(await ask('/bar', browser), 200);
  for (const [path, accept] of [
    ['/bar.menu', '*/*'],
    ['/bar.png', 'image/*'],
    ['/assets/old-1.js', browser],
  ] as const)
    t.is(await ask(path, accept), 404, path);
});

browserTest('without plans and statistics the built-in ones are shown', async (t, { page }) => {
  await answerCalls(page, { 'GET /public/plans': [500], 'GET /public/stats': [0] });
  await open(page, '/');
  await card(page, 'Стартовый')
    .getByText(/^990\s₽\/мес$/)
    .waitFor();
  await card(page, 'Профессиональный')
    .getByText(/^1\s990\s₽\/мес$/)
    .waitFor();
  await card(page, 'Профессиональный').getByText('популярный').waitFor();
  await card(page, 'Корпоративный').getByText('По запросу').waitFor();
  await page.getByText('100K+', { exact: true }).waitFor();
  t.is(await page.locator('dd', { hasText: /^10$/ }).count(), 1);
});

browserTest(
  'on a phone the menu opens, is closed by Escape and by a choice, and nothing is wider than the screen',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/');
    const faq = page.getByRole('navigation', { name: 'Разделы сайта' }).getByRole('link', { name: 'Вопросы' });
    t.false(await faq.isVisible());
    // a press before React has hydrated the button does nothing
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('[aria-controls=site-menu]') ?? {}).some((key) => /^__react/.test(key)),
    );
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    await faq.waitFor();
    await page.getByRole('button', { name: 'Закрыть меню' }).click();
    await faq.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    await page.keyboard.press('Escape');
    await faq.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Открыть меню' }).click();
    await faq.click();
    await page.getByRole('heading', { name: 'Вопросы и ответы', level: 1 }).waitFor();
    t.false(await faq.isVisible());
    for (const path of PATHS) {
      await open(page, path);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      t.true(wider <= 0, path);
    }
  },
  { viewport: PHONE },
);

browserTest('the week of the pages’ language begins on Monday', async (t, { page }) => {
  await answerCalls(page, answers());
  const MONDAY = 1;
  for (const path of [...PATHS, '/login']) {
    await open(page, path);
    const first = await page.evaluate(() => {
      const { lang } = document.documentElement;
      return (new Intl.Locale(lang) as Intl.Locale & { getWeekInfo: () => { firstDay: number } }).getWeekInfo()
        .firstDay;
    });
    t.is(first, MONDAY, path);
  }
});

browserTest('a part that did not come says so, and what to do', async (t, { page }) => {
  await answerCalls(page, answers());
  await page.route('**/assets/Rooms-*.js', (route) => route.abort());
  await open(page, '/login');
  await page.getByRole('alert').getByText('Страница не загрузилась').waitFor();
  await page.unroute('**/assets/Rooms-*.js');
  await page.getByRole('button', { name: 'обновите её' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  t.is(await page.getByLabel('Email').count(), 1);
});

browserTest('a page that is long on its way is announced by a line, and the old one stays', async (t, { page }) => {
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await answerCalls(page, answers());
  let ask = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  await page.route('**/assets/Register-*.js', async (route) => {
    ask();
    await arrival;
    await route.continue();
  });
  await open(page, '/faq');
  // React cannot keep nodes that it has not hydrated yet
  await page.waitForFunction(() => Object.keys(document.querySelector('h1') ?? {}).some((key) => /^__react/.test(key)));
  await page.getByRole('link', { name: 'Начать', exact: true }).click();
  const line = page.locator('.on-its-way');
  await line.waitFor();
  // the layout of the next page has arrived by then, and must not replace the old page before the content has
  await asked;
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  t.is(await page.getByRole('heading', { name: 'Вопросы и ответы' }).count(), 1);
  arrive();
  await page.getByRole('heading', { name: 'Регистрация' }).waitFor();
  await line.waitFor({ state: 'detached' });
});

for (const viewport of [DESK, PHONE])
  browserTest(
    `axe has nothing serious to say of the public pages, ${viewport.width} px`,
    async (t, { page }) => {
      await answerCalls(page, answers());
      for (const path of PATHS) {
        await open(page, path);
        if (path === '/') await card(page, 'Тариф 4').waitFor();
        t.deepEqual(await violationsInBothSchemes(page), [], path);
      }
    },
    { viewport },
  );
