import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { Page } from 'playwright-core';
import { browserTest, untilAnswered } from '../support/browser/browser.ts';
import { creepTo, seeOff, stopClock } from '../support/browser/page-clock.ts';
import { call, newOwner, startTestPlatform, type TestPlatform } from '../support/platform/platform.ts';
import { until } from '../support/run/until.ts';
import { rawRequest } from '../support/venue/venue-call.ts';

const COMPANY = {
  COMPANY_NAME: 'Иванова Анна Петровна',
  COMPANY_INN: '770012345678',
  COMPANY_ADDRESS: '101000, Москва, а/я 12',
  COMPANY_PHONE: '+7 900 123-45-67',
  SUPPORT_EMAIL: 'help@ostatok.example',
  PUBLIC_URL: 'https://ostatok.example',
};

let platform: TestPlatform;
test.before(async () => {
  platform = await startTestPlatform(COMPANY);
});
test.after.always(() => platform?.stop());

const at = (path: string): string => platform.url + path;
const WEIGHT_LIMIT_KB = 110;

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(at(path), { headers: { accept: 'text/html', ...headers } });

/** Records the page's requests until it is idle, and its errors. */
async function visit(page: Page, path: string) {
  const scripts: { url: string; body: Promise<Buffer> }[] = [];
  const said: string[] = [];
  page.on('console', (message) => ['warning', 'error'].includes(message.type()) && said.push(message.text()));
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push({ url: response.url(), body: response.body() });
  });
  await page.goto(at(path));
  await untilAnswered(page);
  const bodies = await Promise.all(scripts.map(({ body }) => body));
  return { said, urls: scripts.map(({ url }) => url), bodies };
}

test('a drawn page names the installation’s own address, compressed, and is asked for each time', async (t) => {
  for (const encoding of ['br', 'gzip']) {
    const answer = await get('/', { 'accept-encoding': encoding });
    t.is(answer.headers.get('content-encoding'), encoding);
    t.is(answer.headers.get('cache-control'), 'no-cache');
    const html = await answer.text();
    t.true(html.includes('<link rel="canonical" href="https://ostatok.example/">'));
    t.false(html.includes('__ORIGIN__'));
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const asset = await get(script, { accept: '*/*', 'accept-encoding': encoding });
    t.is(asset.headers.get('content-encoding'), encoding);
    t.regex(asset.headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    t.regex(asset.headers.get('content-type') ?? '', /javascript/);
  }
  // fetch itself would bypass every cache
  const asked = { method: 'GET', path: '/faq', host: 'localhost', headers: { accept: 'text/html' } };
  const { headers } = await rawRequest(platform.port, asked);
  const again = { ...asked, headers: { ...asked.headers, 'if-none-match': String(headers.etag) } };
  t.is((await rawRequest(platform.port, again)).status, 304);
});

test('who comes without JavaScript reads the plans with their prices, and the company', async (t) => {
  const plain = async (path: string) => {
    const html = await (await get(path, {})).text();
    t.false(html.includes('<!--fact:'), path);
    return [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, inner]) => inner).join('');
  };
  const plans = await plain('/');
  t.regex(plans, /Профессиональный.*\d\s₽\/мес/s);
  t.regex(plans, /Корпоративный.*По запросу/s);
  t.regex(await plain('/company-info'), /Исполнитель.*ИНН.*Email<\/dt><dd>[^<]+@/s);
});

test('other addresses get a shell without the landing, and files that are not there stay missing', async (t) => {
  for (const path of ['/dashboard', '/login', '/no/such/page']) {
    const html = await (await get(path)).text();
    t.true(html.includes('<div id="root"></div>'), path);
    t.false(html.includes('одной строкой'), path);
  }
  t.is((await get('/assets/none.js', { accept: '*/*' })).status, 404);
  t.is((await get('/.pages/index.html', { accept: '*/*' })).status, 404);
});

browserTest(
  'the landing needs at most 110 KB of scripts, none of the rooms’, and holds to the page’s own rules',
  async (t, { page }) => {
    const { said, urls, bodies } = await visit(page, '/');
    t.deepEqual(said, []);
    const kilobytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1000;
    t.log(`${kilobytes.toFixed(1)} KB in ${urls.length} files`);
    t.true(kilobytes <= WEIGHT_LIMIT_KB);
    for (const url of urls) t.notRegex(url, /Rooms|Dashboard|admin|Wizard|formik|Toasts/);
    t.false(bodies.some((body) => body.includes('mantine-Button') || body.includes('QueryClient')));
    const pictures = await page
      .locator('picture img')
      .evaluateAll((all) => all.map((img) => img.getAttribute('loading')));
    t.is(pictures.length, 4);
    t.true(pictures.every((loading) => loading === 'lazy'));
  },
);

browserTest('every picture of the product is there, for light and dark, in both formats', async (t, { page }) => {
  await page.goto(at('/'));
  const sources = await page
    .locator('picture source, picture img')
    .evaluateAll((all) =>
      all.flatMap((one) => (one.getAttribute('srcset') ?? one.getAttribute('src') ?? '').split(', ')),
    );
  const files = [...new Set(sources.map((source) => source.split(' ')[0] ?? ''))];
  t.is(files.length, 24);
  for (const file of files) {
    const answer = await get(file, { accept: 'image/*' });
    t.is(answer.status, 200, file);
    t.regex(answer.headers.get('content-type') ?? '', /image\/(avif|webp)/, file);
  }
});

browserTest('the company page and the mail-to links say what the installation is told', async (t, { page }) => {
  await page.goto(at('/company-info'));
  for (const text of [COMPANY.COMPANY_NAME, COMPANY.COMPANY_INN, COMPANY.COMPANY_ADDRESS])
    await page.getByText(text).waitFor();
  t.is(await page.locator('a[href="tel:+7900123-45-67"]').count(), 1);
  await page.goto(at('/faq'));
  await page.locator('a[href="mailto:help@ostatok.example"]').waitFor();
  await page.goto(at('/'));
  // the address comes with the installation's settings, a moment after the page
  await page.locator('a[href^="mailto:help@"]', { hasText: 'Написать нам' }).waitFor();
  const { plans } = (await call(platform.url, 'GET', '/api/public/plans')).body;
  for (const { display_name } of plans) await page.getByRole('heading', { name: display_name }).waitFor();
});

browserTest('an unknown address leads home, and every new page begins at its top', async (t, { page }) => {
  await page.goto(at('/no/such/page'));
  await page.waitForURL(at('/'));
  await page.getByRole('heading', { level: 1, name: /Остатки бара/ }).waitFor();
  await page.locator('footer').getByRole('link', { name: 'Реквизиты' }).click();
  await page.getByRole('heading', { level: 1, name: 'Реквизиты' }).waitFor();
  t.is(await page.evaluate(() => window.scrollY), 0);
  t.is(await page.title(), 'Реквизиты — Остаток');
  await page.getByRole('navigation', { name: 'Разделы сайта' }).getByRole('link', { name: 'Тарифы' }).click();
  await page.waitForURL(at('/#pricing'));
  await page.waitForFunction(() => {
    const top = document.getElementById('pricing')?.getBoundingClientRect().top ?? Number.NaN;
    return window.scrollY > 0 && top >= 0 && top < 200;
  });
  t.is(await page.title(), 'Остаток — учёт остатков для баров и ресторанов');
});

browserTest('a guest is sent to sign in, and who is signed in is not asked to', async (t, { page }) => {
  for (const path of ['/plans', '/wizard', '/dashboard', '/profile', '/my-data', '/subscription']) {
    await page.goto(at(path));
    await page.waitForURL(at('/login'));
  }
  const owner = await newOwner(platform);
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Пароль', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/plans');
  for (const path of ['/login', '/register', '/forgot-password']) {
    await page.goto(at(path));
    await page.waitForURL(at('/dashboard'));
  }
  await page.goto(at('/'));
  await page.getByRole('link', { name: 'Мои заведения' }).waitFor();
  t.is(await page.getByRole('link', { name: 'Войти' }).count(), 0);
});

browserTest(
  'a link to the sign-in page puts no address, telephone or name of its own into a sentence of ours',
  async (t, { page }) => {
    const ours = 'Ошибка авторизации через внешний сервис: сервис отказал во входе. Начните заново';
    for (const error of ['пройдите на evil.example/login', 'звоните 8 800 555-35-35', 'взлом '.repeat(50)]) {
      await page.goto(at(`/login?${new URLSearchParams({ error, provider: 'поддержку evil.example' })}`));
      await page.getByText(ours, { exact: true }).waitFor();
    }
    t.false((await page.locator('body').innerText()).includes('evil'));
  },
);

browserTest('a toast stands at the right, 80 px below the top, an error for four seconds', async (t, { page }) => {
  await page.clock.install();
  await stopClock(page);
  await page.goto(at('/login?error=отказ&provider=yandex'));
  const toast = page.getByText('Ошибка авторизации через', { exact: false });
  // the page appears after delays of its own
  await creepTo(page, toast, 20);
  await page.clock.runFor(500);
  const area = page.locator('[data-rht-toaster]');
  t.is(await area.evaluate((node) => getComputedStyle(node).top), '80px');
  const fromTheRight = () => toast.evaluate((node) => window.innerWidth - node.getBoundingClientRect().right);
  // it slides in by an animation, which no clock holds back
  await until(async () => (await fromTheRight()) < 60, 'it stands at the right');
  await page.clock.runFor(3000);
  t.is(await toast.count(), 1);
  await page.clock.runFor(500);
  await seeOff(page, toast);
});
