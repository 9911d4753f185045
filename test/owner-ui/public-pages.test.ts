import test from 'ava';
import type { Page } from 'playwright-core';
import type { PublicPlan } from '../../api/contract/public.ts';
import { browserTest, seriousViolations } from '../support/browser.ts';
import { answerCalls, ORIGIN, serveOwnerPages } from '../support/owner-pages.ts';

let pages: Awaited<ReturnType<typeof serveOwnerPages>>;
test.before(async () => {
  pages = await serveOwnerPages();
});
test.after.always(() => pages?.stop());

const PATHS = ['/', '/faq', '/terms', '/privacy', '/company-info'];
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
const user = { id: 7, email: 'anna@bar.example', email_verified: true, name: 'Анна', role: 'customer' };

const plan = (id: number, more: Partial<PublicPlan>): PublicPlan => ({
  id,
  name: `plan-${id}`,
  display_name: `Тариф ${id}`,
  description: '',
  price_monthly: '1000',
  price_yearly: null,
  discount_percent: 0,
  features: [],
  is_featured: false,
  ...more,
});

const plans = [
  plan(4, { price_monthly: '1990', discount_percent: 15, is_featured: true }),
  plan(5, {
    price_monthly: '0',
    features: [
      { text: 'вторая', order: 2 },
      { text: 'первая', order: 1 },
    ],
  }),
  plan(6, { name: 'corporate', display_name: 'Корпоративный', price_monthly: null }),
];

const answers = (): Parameters<typeof answerCalls>[1] => ({
  'GET /public/plans': [200, { success: true, plans }],
  'GET /public/stats': [200, { success: true, stats: { clientCount: 2345, productCount: 104_211 } }],
});

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(pages.url + path);
  await page.waitForFunction(() => document.getElementById('root')?.firstElementChild !== null);
};

const signInHere = (page: Page): Promise<unknown> =>
  page.addInitScript((known) => {
    localStorage.setItem('token', 'x.e30.x');
    localStorage.setItem('refreshToken', 'y');
    localStorage.setItem('user', JSON.stringify(known));
  }, user);

const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });

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

browserTest(
  'the questions have seven topics, open by the keyboard and are told to search engines',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/faq');
    t.deepEqual(await page.locator('section h2').allInnerTexts(), [
      'Чат-бот',
      'Сканирование штрихкодов',
      'Веб-панель',
      'Excel',
      'Пользователи и права',
      'Безопасность и данные',
      'Общие вопросы',
      'Не нашли ответа?',
    ]);
    const answer = page.getByText(/Литры и миллилитры/).first();
    t.false(await answer.isVisible());
    await page.locator('summary', { hasText: 'Какие единицы понимает бот?' }).focus();
    await page.keyboard.press('Enter');
    await answer.waitFor();
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
    t.is(data['@type'], 'FAQPage');
    t.is(data.mainEntity.length, await page.locator('details').count());
    await page.locator('a[href="mailto:help@ostatok.example"]').waitFor();
    t.is(await page.locator('main a[href="/register"]').count(), 1);
  },
);

browserTest('the questions tell what the service does, and who may do what', async (t, { page }) => {
  await answerCalls(page, answers());
  await open(page, '/faq');
  const text = (await page.locator('main').textContent()) ?? '';
  for (const words of [
    'Зарегистрируйтесь, создайте бота, введите его токен в мастере и загрузите список позиций',
    'около пяти минут',
    'Напишите боту название, плюс или минус и количество',
    'Можно словами: «апероль минус 350 мл»',
    'каждую с новой строки',
    '100 мл станут 0,1 л',
    'хватит его части',
    'крепкий алкоголь, вино, безалкогольные',
    'от 0,1, от 0,375, от 1, нули или всё',
    'кто, когда и на сколько',
    'EAN-13',
    'в общем каталоге товаров',
    'добавьте вручную',
    '.xlsx и .xls',
    'Скачайте Excel',
    'видно сразу, обновлять страницу не нужно',
    'Предела нет. Сервис проверен на списках больше 10 000 позиций',
    'У администратора полный доступ: он сбрасывает пароли пользователей и удаляет их в веб-панели',
    'Обычный пользователь добавляет и списывает количество',
    'По Telegram ID, другой проверки нет',
  ])
    t.true(text.includes(words), words);
});

browserTest(
  'the terms have thirteen sections, the privacy policy ten, with every constant of the policy',
  async (t, { page }) => {
    await answerCalls(page, answers());
    await open(page, '/terms');
    t.is(await page.locator('h2').count(), 13);
    const terms = await page.locator('main').innerText();
    for (const words of [
      'не менее 99,5% времени в месяц',
      'в рабочие дни с 10:00 до 18:00 по московскому времени',
      'О плановых работах мы предупреждаем не позже чем за 24 часа',
      'Об изменении тарифов мы предупреждаем за 30 дней',
      'не устранена за 72 часа',
      'пропорциональная оставшемуся времени',
      'если вы сами отказались от подписки, не пользовались сервисом или он не оправдал ваших ожиданий',
      'ограничена суммой вашей оплаты за последний месяц',
      'в течение 24 часов после оплаты',
      'около пяти минут',
      '5 лет',
    ])
      t.true(terms.includes(words), words);
    await page
      .getByRole('navigation', { name: 'Разделы документа' })
      .getByRole('link', { name: 'Возврат денег' })
      .click();
    await page.waitForFunction(() => window.scrollY > 500);
    await open(page, '/privacy');
    t.is(await page.locator('h2').count(), 10);
    const privacy = await page.locator('main').innerText();
    for (const words of [
      'Данные аккаунта — 30 дней после его удаления',
      'Данные заведения — 7 дней после его удаления',
      'Платёжные документы — 5 лет',
      'Журналы сервера — 90 дней',
      'с 10 раундами',
      'на токенах с ограниченным сроком действия',
      'Резервные копии делаются каждый день',
      '152-ФЗ',
    ])
      t.true(privacy.includes(words), words);
  },
);

browserTest('the company page says what is configured, and plainly what is not', async (t, { page, another }) => {
  await answerCalls(page, answers());
  await open(page, '/company-info');
  await page.getByText('Не указано').first().waitFor();
  t.is(await page.getByText('Не указано').count(), 4);
  await page.getByText('Последнее обновление: 19 октября 2025').waitFor();
  for (const text of [
    'Самозанятый',
    'Банковские карты Visa, MasterCard, МИР',
    'Электронные кошельки',
    'Интернет-банкинг',
    'SberPay, Apple Pay, Google Pay',
    'Чек отправляем на email плательщика в течение 24 часов',
  ])
    t.is(await page.getByText(text).count(), 1, text);
  for (const [name, path] of [
    ['На главную', '/'],
    ['Условия использования', '/terms'],
    ['Политика конфиденциальности', '/privacy'],
  ] as const)
    t.is(await page.locator('main').getByRole('link', { name }).getAttribute('href'), path);

  const told = await another();
  const company = { name: 'Иванова Анна', inn: '770012345678', address: 'Москва', phone: '+7 (900) 123-45-67' };
  await answerCalls(told, {
    'GET /public/config': [200, { supportEmail: 'a@b.example', payments: true, sandbox: { payments: false }, company }],
  });
  await open(told, '/company-info');
  await told.getByText('770012345678').waitFor();
  await told.locator('a[href="tel:+7900123-45-67"]').waitFor();
  await told.getByText('ЮKassa').waitFor();
  t.is(await told.getByText('Не указано').count(), 0);
});

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

for (const colorScheme of ['light', 'dark'] as const)
  for (const viewport of [DESK, PHONE])
    browserTest(
      `axe has nothing serious to say of the public pages, ${colorScheme}, ${viewport.width} px`,
      async (t, { page }) => {
        await answerCalls(page, answers());
        for (const path of PATHS) {
          await open(page, path);
          if (path === '/') await card(page, 'Тариф 4').waitFor();
          t.deepEqual(await seriousViolations(page), [], path);
        }
      },
      { colorScheme, viewport },
    );
