import type { Page } from 'playwright-core';
import { seriousViolations } from '../support/browser/axe.ts';
import { browserTest } from '../support/browser/browser.ts';
import { startLink } from '../support/network/cuttable-link.ts';
import { until } from '../support/run/until.ts';
import { matrixOf } from '../support/scanner/matrix.ts';
import {
  offlineReady,
  openVenue,
  phoneSized,
  shootCode,
  signIn,
  typeAndRecord,
} from '../support/scanner/scanner-page.ts';
import type { Tenant } from '../support/venue/tenant.ts';
import { closed, lineOf, opened } from '../tenant-runtime/counting.ts';
import { BEER_EAN, beerMark, find, link, stamp68, stamp150 } from '../tenant-runtime/marks/marks.ts';

const CAN = beerMark('5W1jSUJ');

async function chooseCount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Подсчёт' }).click();
  await page.getByRole('button', { name: /Ночной/ }).click();
  await page.getByRole('button', { name: 'Считать' }).click();
  await page.getByLabel('Штрихкод или название').waitFor();
}

/** How many marks the phone keeps. It has a database for them only once it has read them. */
async function marksOn(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'ostatok-marks')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('ostatok-marks');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const db = opening.result;
        const count = db.transaction('marks').objectStore('marks').count();
        count.onsuccess = () => resolve(count.result);
        db.close();
      };
    });
  });
}

const marksRead = (page: Page): Promise<void> => until(async () => (await marksOn(page)) > 0, 'the marks are read');

const counted = async ({ admin }: Tenant, countId: number, itemId: number): Promise<number | null> =>
  (await lineOf(admin, countId, itemId)).counted;

/** Writes what the page looks like, for a person who asks for it. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  if (!folder) return;
  for (const width of [360, 768]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 740 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize(phoneSized.viewport);
  await page.emulateMedia({ colorScheme: 'light' });
}

browserTest(
  'a can is counted by one scan of its mark, once, and can be taken back and scanned again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const beer = await venue.createItem({ name: 'Пиво «Хмель»', unit: 'шт', ean: BEER_EAN });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await signIn(page, venue);
    await chooseCount(page);

    // under the Russian layout, its separator pressed as nothing
    await shootCode(page, '01046601859180552185Ц1оЫГО93вПМя'.replace('218', '21'));
    await page.getByText('Записано: Пиво «Хмель» 1 шт в подсчёт').waitFor();
    await until(async () => (await counted(venue, id, beer.id)) === 1, 'the can is counted');
    await look(page, 'counted');
    await shootCode(page, `\u001d${CAN}\u001d93dGVz`);
    await page.getByText(/Пиво «Хмель»\. Уже посчитана: вы, \d\d:\d\d/).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await look(page, 'seen-here');

    await page
      .getByRole('button', { name: /Отменить/ })
      .first()
      .click();
    await until(async () => (await counted(venue, id, beer.id)) === null, 'the can is taken back');
    await page.getByLabel('Штрихкод или название').fill(`(01)${CAN.slice(2, 16)}(21)5W1jSUJ(93)dGVz`);
    await page.keyboard.press('Enter');
    await until(async () => (await counted(venue, id, beer.id)) === 1, 'the can is counted again');
    await shootCode(page, beerMark('"<&%>a1'));
    await until(async () => (await counted(venue, id, beer.id)) === 2, 'another can');
  },
  phoneSized,
);

browserTest(
  'two phones without a connection count the same bottles: each is counted once, and who comes later is told',
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    const beer = await venue.createItem({ name: 'Пиво «Хмель»', unit: 'шт', ean: BEER_EAN });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    const other = await another(phoneSized);
    const [first, second] = [await startLink(t, venue.url), await startLink(t, venue.url)];
    const anna = await venue.asNewUser('anna');
    await signIn(page, venue, { url: first.url });
    await signIn(other, venue, { url: second.url, user: { id: anna.id, username: 'anna' } });
    for (const phone of [page, other]) {
      await offlineReady(phone);
      await chooseCount(phone);
    }
    await first.cut();
    await second.cut();
    for (const [at, serial] of ['aaaaaaa', 'bbbbbbb', 'ccccccc'].entries()) await shoot(page, serial, at);
    for (const [at, serial] of ['ccccccc', 'bbbbbbb', 'ddddddd'].entries()) await shoot(other, serial, at);

    await second.mend();
    await until(async () => (await counted(venue, id, beer.id)) === 3, 'the second phone came first');
    await first.mend();

    await page.getByTestId('queue').getByText('уже посчитано: 2').waitFor();
    await until(async () => (await counted(venue, id, beer.id)) === 4, 'four cans in all');
    await page.getByTestId('queue').click();
    await page.getByRole('heading', { name: 'Уже посчитано: 2' }).waitFor();
    await page
      .getByText(/Уже посчитана: anna, \d\d:\d\d/)
      .first()
      .waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await look(page, 'queue');
    await page.getByRole('button', { name: 'Понятно, все: 2' }).click();
    await page.getByText('Всё отправлено').waitFor();
    await page.getByRole('button', { name: 'Назад' }).click();
    await closed(venue.admin, id);
    t.is((await venue.admin.get(`/api/items/${beer.id}`)).body.item.quantity, 4);
  },
  phoneSized,
);

/** Counts a can on a phone that has recorded `before` of them. */
async function shoot(page: Page, serial: string, before: number): Promise<void> {
  await shootCode(page, beerMark(serial));
  await page.getByRole('listitem').filter({ hasText: 'Пиво «Хмель»' }).nth(before).waitFor();
}

browserTest(
  'of a bottle that is measured a person says whether it is full, and an opened one is counted without its mark',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const gin = await venue.createItem({ name: 'Джин', unit: 'л', volume_ml: 700 });
    const keg = await venue.createItem({ name: 'Кега', unit: 'л', volume_ml: 30_000, ean: BEER_EAN });
    await link(venue.admin, stamp68(1), gin.id);
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await signIn(page, venue);
    await chooseCount(page);

    await shootCode(page, stamp68(2));
    await page.getByRole('button', { name: 'Полная бутылка 0,7 л' }).waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await look(page, 'full-or-opened');
    await page.keyboard.press('Enter');
    await until(async () => (await counted(venue, id, gin.id)) === 0.7, 'a full bottle');
    await shootCode(page, stamp68(2));
    await page.getByText(/Джин\. Уже посчитана: вы/).waitFor();

    await shootCode(page, stamp68(3));
    await page.getByRole('button', { name: 'Полная бутылка 0,7 л' }).waitFor();
    await typeAndRecord(page, '0,3', 'Добавить к подсчёту');
    await until(async () => (await counted(venue, id, gin.id)) === 1, 'an opened one beside it');
    await shootCode(page, CAN);
    await page.getByRole('heading', { name: 'Кега' }).waitFor();
    t.is(await page.getByRole('button', { name: /Полная бутылка/ }).count(), 0);
    await typeAndRecord(page, '12', 'Добавить к подсчёту');
    await until(async () => (await counted(venue, id, keg.id)) === 12, 'a keg by what is in it');
    const { entries } = (await venue.admin.get(`/api/counts/${id}/entries`)).body;
    t.deepEqual(entries.map(({ mark }: { mark: string | null }) => mark).toReversed(), [stamp68(2), null, null]);
  },
  phoneSized,
);

browserTest(
  'whose stamp it is is asked once: then its alccode is known on this phone and, without a connection, on others',
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    const vodka = await venue.createItem({ name: 'Водка', unit: 'шт' });
    const rum = await venue.createItem({ name: 'Ром', unit: 'шт' });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await link(venue.admin, stamp150(1), rum.id);
    const near = await startLink(t, venue.url);
    await signIn(page, venue, { url: near.url });
    await offlineReady(page);
    await marksRead(page);
    await chooseCount(page);
    await near.cut();

    await shootCode(page, stamp150(1));
    await page.getByText('Записано: Ром 1 шт в подсчёт').waitFor();
    await shootCode(page, stamp68(1));
    await page.getByText('Марка пока не знакома').waitFor();
    t.deepEqual(await seriousViolations(page), []);
    await look(page, 'unknown');
    await page.getByRole('button', { name: 'Выбрать позицию' }).click();
    await page.getByLabel('Название или артикул').fill('вод');
    await page.getByRole('button', { name: /Водка/ }).click();
    await look(page, 'whose');
    await page.getByRole('button', { name: 'Это Водка' }).click();
    await page.getByRole('button', { name: 'Полная бутылка 1 шт' }).click();
    await page.getByText('Записано: Водка 1 шт в подсчёт').waitFor();
    await shootCode(page, stamp68(2));
    await near.mend();
    await until(async () => (await counted(venue, id, vodka.id)) === 2, 'another stamp of the alccode');
    t.is(await counted(venue, id, rum.id), 1);

    await page
      .getByRole('listitem')
      .filter({ hasText: 'Водка' })
      .getByRole('button', { name: 'Отменить' })
      .first()
      .click();
    await until(async () => (await counted(venue, id, vodka.id)) === 1, 'one was none of it');
    await shootCode(page, stamp68(2));
    await page.getByRole('button', { name: 'Это другая бутылка' }).click();
    await page.getByLabel('Название или артикул').fill('ром');
    await page.getByRole('button', { name: /Ром/ }).click();
    await page.getByRole('button', { name: 'Это Ром' }).click();
    await page.getByRole('button', { name: 'Полная бутылка 1 шт' }).click();
    await until(async () => (await counted(venue, id, rum.id)) === 2, 'it is of the other item');
    t.is((await find(venue.admin, stamp68(9))).body.item.id, rum.id);
    await link(venue.admin, stamp68(1), vodka.id);

    const far = await startLink(t, venue.url);
    const other = await another(phoneSized);
    await signIn(other, venue, { url: far.url, user: venue.admin });
    await offlineReady(other);
    await marksRead(other);
    await chooseCount(other);
    await far.cut();
    await shootCode(other, stamp68(3));
    await other.getByText('Записано: Водка 1 шт в подсчёт').waitFor();
  },
  phoneSized,
);

/** What the scripts of these tests leave in the page. */
declare global {
  interface Window {
    isMarkShown?: boolean;
  }
}

/** Replaces the camera by one that looks at a mark once `isMarkShown` is set. */
async function pointCameraAt(page: Page, rows: boolean[][]): Promise<void> {
  await page.addInitScript((modules) => {
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      const context = canvas.getContext('2d');
      const draw = (): void => {
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, 640, 480);
        context.fillStyle = '#000';
        for (const [y, row] of window.isMarkShown ? modules.entries() : []) {
          for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(200 + x * 8, 140 + y * 8, 8, 8);
        }
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream(10);
    };
  }, rows);
}

browserTest(
  'the camera reads a mark, counts its can and does not count it again while it looks at it',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const beer = await venue.createItem({ name: 'Пиво «Хмель»', unit: 'шт', ean: BEER_EAN });
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    await pointCameraAt(page, await matrixOf(`${CAN}\u001d93dGVz`, 'DataMatrix'));
    await signIn(page, venue);
    await chooseCount(page);
    await page.evaluate(() => {
      window.isMarkShown = true;
    });

    await until(async () => (await counted(venue, id, beer.id)) === 1, 'the can is counted');
    await shootCode(page, beerMark('aaaaaaa'));
    await until(async () => (await counted(venue, id, beer.id)) === 2, 'another can, by another scanner');
    const { entries } = (await venue.admin.get(`/api/counts/${id}/entries`)).body;
    t.deepEqual(
      entries.map(({ mark }: { mark: string }) => mark),
      [beerMark('aaaaaaa'), CAN],
    );
  },
  phoneSized,
);
