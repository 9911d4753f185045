import { existsSync, readdirSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest, executablePath } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { film, openWithCamera } from '../support/scanner/camera-film.ts';
import { startTenant, type Tenant } from '../support/venue/tenant.ts';

/** What the scripts of these tests leave in the page. */
declare global {
  interface Window {
    tracks: MediaStreamTrack[];
    made: number;
  }
}

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const scanner = join(runtime, 'dist/scanner');
if (!existsSync(join(scanner, 'index.html'))) throw new Error('The pages are not built: npm run build');

const EAN = '4600494000737';
const openVenue = (t: ExecutionContext, env: Record<string, string> = {}): Promise<Tenant> =>
  startTenant(t, { env, pages: { panel: join(runtime, 'dist/panel'), scanner } });

/** Waits until the scanner is shown, or the item that its camera has read at once. */
async function signIn(page: Page, venue: Tenant, url = venue.url): Promise<void> {
  const password = await venue.services.users.resetPassword(venue.user.id, venue.user);
  await page.goto(`${url}/scan/`);
  await page.getByLabel('Логин').fill('barman');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  const read = page.getByRole('heading', { name: 'Джемесон' });
  await page.getByLabel('Штрихкод или название').or(read).first().waitFor();
}

/** A browser of its own whose camera plays a film. */
async function openPhone(t: ExecutionContext, mjpeg: Buffer): Promise<Page> {
  const { page, close } = await openWithCamera(mjpeg, executablePath);
  t.teardown(close);
  return page;
}

// the delay is measured by `npm run bench pages`
browserTest(
  'a label before the camera is read, each time the scanner opens, an upright one too',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Джемесон', ean: EAN, quantity: 5 });
    const phone = await openPhone(t, await film(page, EAN, 0));
    await signIn(phone, venue);
    for (const _opening of ['first', 'second']) {
      await phone.getByRole('heading', { name: 'Джемесон' }).waitFor();
      await phone.goto('about:blank');
      await phone.goto(`${venue.url}/scan/`);
    }
    await phone.getByRole('heading', { name: 'Джемесон' }).waitFor();

    const other = await openPhone(t, await film(page, EAN, Math.PI / 2));
    await signIn(other, venue);
    await other.getByRole('heading', { name: 'Джемесон' }).waitFor();
  },
);

/** A camera that fails, or one whose state a test can read. */
async function fakeCamera(page: Page, failure?: string): Promise<void> {
  await page.addInitScript((name) => {
    const tracks: MediaStreamTrack[] = [];
    Object.assign(window, { tracks });
    navigator.mediaDevices.getUserMedia = async () => {
      if (name) throw new DOMException('', name);
      const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
      canvas.getContext('2d')?.fillRect(0, 0, 320, 240);
      const stream = canvas.captureStream(10);
      tracks.push(...stream.getVideoTracks());
      return stream;
    };
  }, failure);
}

const liveTracks = (page: Page): Promise<number> =>
  page.evaluate(() => window.tracks.filter(({ readyState }) => readyState === 'live').length);

/** Changes the visibility as the phone does when another app comes to the front and when the scanner is back. */
const show = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

browserTest('a hidden scanner lets the camera go and takes it again when shown', async (t, { page }) => {
  const venue = await openVenue(t);
  await fakeCamera(page);
  await signIn(page, venue);
  await page.getByText('Наведите на штрихкод').waitFor();
  t.is(await liveTracks(page), 1);

  await show(page, 'hidden');
  await until(async () => (await liveTracks(page)) === 0, 'the camera is let go');

  await show(page, 'visible');
  await page.getByText('Наведите на штрихкод').waitFor();
  t.is(await liveTracks(page), 1);
  t.deepEqual(await seriousViolations(page), []);
});

browserTest('a camera that saw no code for minutes rests until it is asked for', async (t, { page }) => {
  const venue = await openVenue(t);
  await page.clock.install();
  await fakeCamera(page);
  await signIn(page, venue);
  await page.getByText('Наведите на штрихкод').waitFor();

  // what a busy machine takes between two of these passes by the same clock
  await page.clock.fastForward('02:20');
  await page.getByText('Наведите на штрихкод').click();
  await page.clock.fastForward('02:20');
  t.is(await liveTracks(page), 1);

  await page.clock.fastForward('01:00');
  await page.getByText('Камера отдыхает').waitFor();
  await until(async () => (await liveTracks(page)) === 0, 'the camera is let go');
  t.deepEqual(await seriousViolations(page), []);

  await page.getByRole('button', { name: 'Включить камеру' }).click();
  await page.getByText('Наведите на штрихкод').waitFor();
  t.is(await liveTracks(page), 1);

  await page.clock.fastForward('03:10');
  await page.getByText('Камера отдыхает').waitFor();
  await show(page, 'hidden');
  await show(page, 'visible');
  await page.getByText('Наведите на штрихкод').waitFor();
  t.is(await liveTracks(page), 1);
});

for (const [failure, sentence] of [
  ['NotAllowedError', 'Разрешите доступ к камере'],
  ['NotReadableError', 'Камера занята другим приложением'],
  ['NotFoundError', 'Камеры не видно'],
] as const) {
  browserTest(`without the camera (${failure}) the scanner says why and takes typed codes`, async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Апероль', ean: EAN, quantity: 1 });
    await fakeCamera(page, failure);
    await signIn(page, venue);
    await page.getByRole('alert').getByText(sentence).waitFor();
    await page.getByRole('button', { name: 'Включить камеру' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await page.getByLabel('Штрихкод или название').fill(EAN);
    await page.getByLabel('Штрихкод или название').press('Enter');

    await page.getByRole('heading', { name: 'Апероль' }).waitFor();
  });
}

browserTest('a decoder that breaks down is replaced while the camera is on', async (t, { page }) => {
  const venue = await openVenue(t);
  await venue.createItem({ name: 'Джемесон', ean: EAN, quantity: 5 });
  const phone = await openPhone(t, await film(page, EAN, 0));
  // The cause of the crash does not matter.
  await phone.addInitScript(() => {
    const RealWorker = Worker;
    let made = 0;
    window.Worker = class extends RealWorker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        made += 1;
        Object.assign(window, { made });
        if (made > 1) return;
        this.postMessage = () => this.dispatchEvent(new Event('error'));
      }
    };
  });
  await signIn(phone, venue);
  await phone.getByRole('heading', { name: 'Джемесон' }).waitFor();
  t.true((await phone.evaluate(() => window.made)) > 1);
});

async function untilControlled(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

browserTest('with the server gone the scanner opens from the phone', async (t, { page }) => {
  const venue = await openVenue(t);
  const link = await startLink(t, venue.url);
  await fakeCamera(page);
  await signIn(page, venue, link.url);
  await untilControlled(page);
  await page.reload();
  await page.getByLabel('Штрихкод или название').waitFor();

  await link.cut();
  await page.reload();
  await page.getByLabel('Штрихкод или название').waitFor();
  await page.getByText('Наведите на штрихкод').waitFor();
  await page.locator('video[data-engine]').waitFor();
});

browserTest('a phone installs the scanner under the name of its venue', async (t, { page }) => {
  const venue = await openVenue(t, { VENUE_NAME: 'Бар «Луна»' });
  await page.goto(`${venue.url}/scan/`);
  await untilControlled(page);
  const { body, headers } = await venue.anonymous.get('/scan/manifest.webmanifest');
  t.regex(headers['content-type'] ?? '', /^application\/manifest\+json/);
  t.like(body, { id: '/scan/', name: 'Сканер · Бар «Луна»', start_url: '/scan/', lang: 'ru', display: 'standalone' });

  for (const { src } of body.icons) t.is((await venue.anonymous.get(src)).status, 200, src);
  const devtools = await page.context().newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The test's own window is in incognito mode, where nothing can be installed.
  t.deepEqual(
    installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito'),
    [],
  );
});

browserTest('a new build waits for the person, and stays out of sight while an item is open', async (t, { page }) => {
  const pages = await mkdtemp(join(tmpdir(), 'ostatok-pages-'));
  t.teardown(() => rm(pages, { recursive: true, force: true }));
  await cp(scanner, pages, { recursive: true });
  const venue = await startTenant(t, { pages: { panel: join(runtime, 'dist/panel'), scanner: pages } });
  await venue.createItem({ name: 'Апероль', quantity: 1 });
  await fakeCamera(page);
  await signIn(page, venue);
  await untilControlled(page);
  const notice = page.getByText('Есть новая версия сканера');

  await appendFile(join(pages, 'service-worker.js'), '\n// another build\n');
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await notice.waitFor();
  await page.getByLabel('Штрихкод или название').fill('апер');
  await page.getByRole('button', { name: /Апероль/ }).click();
  await page.getByRole('heading', { name: 'Апероль' }).waitFor();
  t.false(await notice.isVisible());
  await page.goBack();
  await notice.waitFor();

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Обновить' }).click();
  await reloaded;

  await page.getByLabel('Штрихкод или название').waitFor();
  t.is(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting), null);
  t.false(await notice.isVisible());
});

const SHELL_LIMIT = 120 * 1024;

test('the scanner before its decoder and its letters is at most 120 KB', async (t) => {
  const html = await readFile(join(scanner, 'index.html'), 'utf8');
  const named = [...html.matchAll(/\/scan\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, path]) => path ?? '');
  const camera = readdirSync(join(scanner, 'assets')).filter((name) => /^Camera-.*\.(js|css)$/.test(name));
  const files = ['index.html', ...named, ...camera.map((name) => `assets/${name}`)];
  const sizes = await Promise.all(files.map(async (name) => gzipSync(await readFile(join(scanner, name))).length));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  t.log(`${(total / 1024).toFixed(1)} KB gzip: ${files.map((name, at) => `${name} ${sizes[at]}`).join(', ')}`);
  t.true(camera.length >= 2);
  t.true(total <= SHELL_LIMIT, `${total}`);
});
