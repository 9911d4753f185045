import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { browserTest, seriousViolations } from '../support/browser.ts';
import { startLink } from '../support/cuttable-link.ts';
import { startTenant, type Tenant } from '../support/tenant.ts';

const runtime = join(import.meta.dirname, '../../tenant-runtime');
const scanner = join(runtime, 'dist/scanner');
if (!existsSync(join(scanner, 'index.html'))) throw new Error('The pages are not built: npm run build');

const EAN = '4600494000737';
const openVenue = (t: ExecutionContext): Promise<Tenant> =>
  startTenant(t, { pages: { panel: join(runtime, 'dist/panel'), scanner } });

/** The black and white modules of an EAN-13, quiet zones and all. */
function modulesOf(ean: string): string {
  const left = [
    '0001101',
    '0011001',
    '0010011',
    '0111101',
    '0100011',
    '0110001',
    '0101111',
    '0111011',
    '0110111',
    '0001011',
  ];
  const parity = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
  const invert = (bits: string): string => bits.replace(/./g, (bit) => (bit === '0' ? '1' : '0'));
  const [first = 0, ...digits] = [...ean].map(Number);
  const bits = digits.map((digit, at) => {
    const code = left[digit] ?? '';
    if (at >= 6) return invert(code);
    return parity[first]?.[at] === 'G' ? [...invert(code)].reverse().join('') : code;
  });
  return `${'0'.repeat(11)}101${bits.slice(0, 6).join('')}01010${bits.slice(6).join('')}101${'0'.repeat(11)}`;
}

/** A camera that looks at a label: a canvas' stream in place of the device. */
async function pointCameraAt(page: Page, ean: string): Promise<void> {
  await page.addInitScript((modules) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const context = canvas.getContext('2d');
      const draw = (): void => {
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = '#000';
        [...modules].forEach((bit, at) => {
          if (bit === '1') context.fillRect(26 + at * 5, 100, 5, 260);
        });
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream(30);
    };
  }, modulesOf(ean));
}

async function signIn(page: Page, venue: Tenant, url = venue.url): Promise<void> {
  const password = await venue.services.users.resetPassword(venue.user.id);
  await page.goto(`${url}/scan/`);
  await page.getByLabel('Логин').fill('barman');
  await page.getByLabel('Пароль', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Войти' }).click();
  await page.getByRole('button', { name: 'Выйти' }).waitFor();
}

async function typeAndRecord(page: Page, keys: string): Promise<void> {
  for (const key of keys) await page.getByRole('button', { name: key === ',' ? 'Запятая' : key, exact: true }).click();
  await page.getByRole('button', { name: 'Записать' }).click();
  await page.getByText('Записано:').waitFor();
}

const quantityOf = async (venue: Tenant, id: number): Promise<number> =>
  (await venue.admin.get(`/api/items/${id}`)).body.item.quantity;

async function until(done: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await done())) {
    if (Date.now() > deadline) throw new Error('It did not come to pass within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

browserTest(
  'a bottle shown to the camera is found by its code and counted on the keypad',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джемесон', ean: EAN, quantity: 5 });
    await pointCameraAt(page, EAN);
    await signIn(page, venue);
    await page.getByRole('heading', { name: 'Джемесон' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);

    await typeAndRecord(page, '0,7');

    await until(async () => (await quantityOf(venue, item.id)) === 4.3);
    const { changes } = (await venue.admin.get('/api/changes?source=scanner')).body;
    t.is(changes[0].user.name, 'Иван');
  },
  { viewport: { width: 360, height: 740 } },
);

browserTest(
  'without a connection the scanner opens, finds and records; everything arrives once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 2 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, link.url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await until(() => page.evaluate(() => navigator.serviceWorker.controller !== null));
    await page.getByLabel('Штрихкод или название').fill('бел');
    await page.getByRole('button', { name: /Белуга/ }).waitFor();

    await link.cut();
    await page.reload();
    await page.getByLabel('Штрихкод или название').fill('белуга');
    await page.getByRole('button', { name: /Белуга/ }).click();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await typeAndRecord(page, '3');
    await page.getByTestId('queue').getByText('В очереди 1 изменение').waitFor();
    await page.reload();
    await page.getByTestId('queue').getByText('нет связи, сохранено в телефоне').waitFor();
    t.is(await quantityOf(venue, item.id), 2);

    await link.mend();

    await page.getByTestId('queue').waitFor({ state: 'detached' });
    t.is(await quantityOf(venue, item.id), 5);
  },
);

browserTest(
  'a number half typed survives a reload, and a wrong code is told from an unknown one',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await venue.createItem({ name: 'Апероль', quantity: 1 });
    await signIn(page, venue);
    const field = page.getByLabel('Штрихкод или название');
    await field.fill('4600494000738');
    await field.press('Enter');
    await page.getByText('контрольная цифра не сходится').waitFor();
    await field.fill(EAN);
    await field.press('Enter');
    await page.getByText(`Код ${EAN} не знаком`).waitFor();

    await field.fill('апер');
    await page.getByRole('button', { name: /Апероль/ }).click();
    await page.getByRole('button', { name: '4', exact: true }).click();
    await page.reload();

    await page.getByRole('heading', { name: 'Апероль' }).waitFor();
    t.regex(await page.getByLabel('Набрано').innerText(), /^4/);
  },
);
