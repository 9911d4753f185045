/**
 * Takes the screenshots of the landing page and of the README: starts a platform of its own with the demo tenant, works
 * in it as its users do, and writes pictures into owner-ui/public and docs/pictures. `node scripts/screenshots.mjs` needs
 * built pages.
 */
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { node24 } from './build.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const out = join(root, 'owner-ui/public/pictures');
const docs = join(root, 'docs/pictures');
const desk = { width: 1280, height: 800 };
const phone = { width: 390, height: 780 };
/** Roubles per unit, so that the report shows money. */
const costs = { strong: { л: 1900 }, wine: { л: 980 }, soft: { л: 140, шт: 90 }, other: { кг: 340, шт: 4 } };
const lines = ['Джемесон +0,7', 'апероль минус 350 мл\nпросекко +1,5', 'лимон −200 г'];

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Waits until the demo tenant exists. */
async function startDemo() {
  const home = mkdtempSync(join(tmpdir(), 'ostatok-pictures-'));
  chmodSync(home, 0o755);
  const port = await freePort();
  const env = { ...process.env, OSTATOK_HOME: home, PORT: String(port), OSTATOK_DEMO: '1' };
  const child = spawn(node24(), ['api/dist/main.mjs'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', () => resolve(rmSync(home, { recursive: true, force: true })));
      child.kill('SIGTERM');
    });
  let administrator;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, email, adminPassword] = /Администратор\s+(\S+)\s+пароль: (\S+)/.exec(line) ?? [];
    if (email) administrator = { email, password: adminPassword };
    const password = /Демо-заведение.*пароль: (\S+)/.exec(line)?.[1];
    if (password) return { url: `http://localhost:${port}`, password, administrator, stop };
  }
  throw new Error('The platform ended before its demo venue was made');
}

const venueOf = (url) => url.replace('//', '//demo.');

async function signIn(page, password) {
  await page.getByLabel('Логин').fill('admin');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation').first().waitFor();
}

/** Uses the panel's own page, whose address a browser resolves without a name server. */
async function setCosts(page) {
  await page.evaluate(async (byGroup) => {
    const { token } = JSON.parse(localStorage.getItem('ostatok.session') ?? '{}');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const { items } = await (await fetch('/api/items?limit=200', { headers })).json();
    for (const { id, group, unit } of items) {
      const body = JSON.stringify({ cost: byGroup[group][unit] });
      await fetch(`/api/items/${id}`, { method: 'PUT', headers, body });
    }
  }, costs);
}

async function writeToBot(page, url) {
  await page.goto(`${url}/sandbox/chat?bot=demo_ostatok_bot`);
  const field = page.getByRole('textbox', { name: 'Сообщение' });
  for (const line of lines) {
    await field.fill(line);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1200);
  }
  await page.evaluate(() => document.activeElement?.blur());
}

async function save(name, png, widths) {
  for (const [suffix, width] of widths) {
    const picture = sharp(png).resize({ width });
    const file = join(out, name + suffix);
    await picture.clone().avif({ quality: 55, effort: 4 }).toFile(`${file}.avif`);
    await picture.clone().webp({ quality: 78, effort: 4 }).toFile(`${file}.webp`);
  }
}

const deskWidths = [
  ['', 1600],
  ['-small', 800],
];
const phoneWidths = [['', 780]];

const data = (type, bytes) => `data:${type};base64,${bytes.toString('base64')}`;

/** The preview card of a link in a messenger: the name, a description, and the panel. */
async function saveCard(browser, panel) {
  const fonts = ['cyrillic', 'latin'].map((set) => {
    const file = join(root, `node_modules/@fontsource-variable/manrope/files/manrope-${set}-wght-normal.woff2`);
    return `@font-face{font-family:M${set};font-weight:200 800;src:url(${data('font/woff2', readFileSync(file))})}`;
  });
  const mark = data('image/svg+xml', readFileSync(join(root, 'owner-ui/public/favicon.svg')));
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`<style>${fonts.join('')}
    body{margin:0;height:630px;overflow:hidden;background:#fbfaf7;color:#14201c;font:800 62px/1.05 Mcyrillic,Mlatin;letter-spacing:-.04em}
    b{display:flex;gap:18px;align-items:center;margin:56px 64px 44px;font-size:38px} b img{width:56px}
    p{margin:0 64px;width:440px}
    .p{position:absolute;left:520px;top:96px;width:1000px;border:1px solid #e5e1d6;border-radius:20px;box-shadow:0 24px 56px #14201c26}
  </style><b><img src="${mark}" alt="">Остаток</b><p>Остатки бара&nbsp;— одной строкой в&nbsp;чате</p>
  <img class="p" src="${data('image/png', panel)}" alt="">`);
  await page.evaluate(() => document.fonts.ready);
  const card = await page.screenshot();
  await sharp(card).jpeg({ quality: 82, mozjpeg: true }).toFile(join(root, 'owner-ui/public/og.jpg'));
}

/** The administrator's venues, for the README. */
async function saveAdministrator(page, url, { email, password }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await page.goto(`${url}/admin`);
  await page.getByText('demo').first().waitFor();
  mkdirSync(docs, { recursive: true });
  const picture = sharp(await page.screenshot()).resize({ width: 1600 });
  await picture.webp({ quality: 78, effort: 4 }).toFile(join(docs, 'administrator.webp'));
}

async function photograph({ url, password, administrator }) {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox'],
  });
  const open = (viewport, colorScheme) =>
    browser
      .newContext({ viewport, colorScheme, deviceScaleFactor: 2, locale: 'ru-RU', reducedMotion: 'reduce' })
      .then(async (context) => {
        await context.addInitScript(() => localStorage.setItem('cookieConsent', 'declined'));
        return context.newPage();
      });
  mkdirSync(out, { recursive: true });
  const first = await open(desk, 'light');
  await first.goto(venueOf(url));
  await signIn(first, password);
  await setCosts(first);
  await writeToBot(await open(phone, 'light'), url);
  await saveAdministrator(await open(desk, 'light'), url, administrator);
  for (const scheme of ['light', 'dark']) {
    const panel = await open(desk, scheme);
    await panel.goto(venueOf(url));
    await signIn(panel, password);
    await panel.getByRole('row', { name: /Джемесон/ }).waitFor();
    const png = await panel.screenshot();
    await save(`panel-${scheme}`, png, deskWidths);
    if (scheme === 'light') await saveCard(browser, png);
    await panel.getByRole('link', { name: 'Расхождения' }).click();
    await panel.getByText('По категориям').waitFor();
    await save(`report-${scheme}`, await panel.screenshot(), deskWidths);

    const chat = await open(phone, scheme);
    await chat.goto(`${url}/sandbox/chat?bot=demo_ostatok_bot`);
    await chat.getByText('Апероль').last().waitFor();
    await save(`chat-${scheme}`, await chat.screenshot(), phoneWidths);

    const scanner = await open(phone, scheme);
    await scanner.goto(`${venueOf(url)}/scan/`);
    await signIn(scanner, password);
    await scanner.getByLabel('Штрихкод или название').fill('Джемесон');
    await scanner
      .getByRole('button', { name: /Джемесон/ })
      .first()
      .click();
    await scanner.getByRole('heading', { name: /Джемесон/ }).waitFor();
    for (const key of ['0', 'Запятая', '7']) await scanner.getByRole('button', { name: key, exact: true }).click();
    await save(`scanner-${scheme}`, await scanner.screenshot(), phoneWidths);
  }
  await browser.close();
}

const demo = await startDemo();
try {
  await photograph(demo);
} finally {
  await demo.stop();
}
