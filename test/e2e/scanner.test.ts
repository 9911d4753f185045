import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import {
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  shootCode,
  signIn,
  typeAndRecord,
  typeKeys,
} from '../support/scanner/scanner-page.ts';

const EAN = '4600494000737';

/** The black and white modules of an EAN-13 with its quiet zones. */
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

/** Replaces the camera by a canvas' stream that shows a label. */
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

    await until(async () => (await quantityOf(venue, item.id)) === 4.3, 'the change arrives');
    const { changes } = (await venue.admin.get('/api/changes?source=scanner')).body;
    t.is(changes[0].user.name, 'Иван');
  },
  phoneSized,
);

browserTest(
  'without a connection the scanner opens, finds and records; everything arrives once',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 2 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await page.getByLabel('Штрихкод или название').fill('бел');
    await page.getByRole('button', { name: /Белуга/ }).waitFor();

    await link.cut();
    await page.reload();
    await page.getByLabel('Штрихкод или название').fill('белуга');
    await page.getByRole('button', { name: /Белуга/ }).click();
    await page.getByRole('button', { name: '+ Приход' }).click();
    await typeAndRecord(page, '3');
    await page.getByTestId('queue').getByText('В очереди 1 запись').waitFor();
    await page.reload();
    await page.getByTestId('queue').getByText('нет связи, сохранено в телефоне').waitFor();
    t.is(await quantityOf(venue, item.id), 2);

    await link.mend();

    await page.getByTestId('queue').waitFor({ state: 'detached' });
    t.is(await quantityOf(venue, item.id), 5);
  },
);

browserTest(
  'after the venue was restored from a backup the phone shows what was restored, and still sends what it holds',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 2 });
    await venue.createItem({ name: 'Апероль', quantity: 1 });
    let isRestored = false;
    // the test keeps its database: only the id that distinguishes databases is changed
    await page.context().route('**/api/items?*', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      if (isRestored && body.dataset) body.dataset = 'of the backup';
      await route.fulfill({ response: answer, json: body });
    });
    await signIn(page, venue);
    await openItem(page, 'белуга', /Белуга/);
    await page.getByText('2 л').first().waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: '+ Приход' }).click();
    await typeAndRecord(page, '3');
    const yesterday = new Date(Date.now() - 86_400_000);
    await venue.db('items').where({ id: item.id }).update({ quantity: 0.5, updated_at: yesterday });
    await venue.db('items').where({ name: 'Апероль' }).delete();
    isRestored = true;

    await page.context().setOffline(false);
    await page.reload();

    await until(async () => (await quantityOf(venue, item.id)) === 3.5, 'what waited has arrived');
    await openItem(page, 'белуга', /Белуга/);
    await page.getByText('3,5 л').first().waitFor();
    await page.goBack();
    await page.getByLabel('Штрихкод или название').fill('апер');
    await page.getByText('Апероль').waitFor({ state: 'detached' });
    t.pass();
  },
  phoneSized,
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

browserTest(
  'a scanner that types its codes is heard on every screen and leaves no digits behind',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Джемесон', ean: EAN, quantity: 5, volume_ml: 700 });
    await signIn(page, venue);
    await page.getByLabel('Штрихкод или название').focus();
    await shootCode(page, EAN);
    await page.getByRole('heading', { name: 'Джемесон' }).waitFor();

    await shootCode(page, EAN);
    await shootCode(page, EAN);
    await page.getByRole('button', { name: '+ Приход' }).click();
    // each further scan is one more bottle
    await page.getByLabel('Набрано').getByText('1,4').waitFor();
    await page.keyboard.press('Backspace');
    // Typed as slowly as by a person.
    await page.keyboard.type('5', { delay: 120 });
    await page.getByLabel('Набрано').getByText('1,5').waitFor();
    await page.getByRole('button', { name: '+ Приход' }).blur();
    await page.keyboard.press('Enter');

    await page.getByText('Записано:').waitFor();
    await until(async () => (await quantityOf(venue, item.id)) === 6.5, 'what was typed arrives');
  },
  phoneSized,
);

browserTest(
  'a phone without room says so, and the number stays on the screen',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Апероль', quantity: 1 });
    await signIn(page, venue);
    await openItem(page, 'апер', /Апероль/);
    await page.evaluate(() => {
      IDBObjectStore.prototype.add = () => {
        throw new DOMException('The disk is full', 'QuotaExceededError');
      };
    });
    await typeKeys(page, '3');
    await page.getByRole('button', { name: 'Записать' }).click();

    await page.getByText('В телефоне кончилось место').waitFor();
    t.regex(await page.getByLabel('Набрано').innerText(), /^3/);
    t.is(await page.getByText('Записано:').count(), 0);
    t.is(await quantityOf(venue, item.id), 1);
  },
  phoneSized,
);
