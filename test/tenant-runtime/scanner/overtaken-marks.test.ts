import { browserTest } from '../../support/browser/browser.ts';
import { toast } from '../../support/browser/toasts.ts';
import { until } from '../../support/run/until.ts';
import { joinCount } from '../../support/scanner/counts.ts';
import { openVenue, phoneSized, shootCode, signIn } from '../../support/scanner/scanner-page.ts';
import { lineOf, opened } from '../counting.ts';
import { BEER_EAN, beerMark, link, stamp68, stamp150 } from '../marks/marks.ts';

browserTest(
  'a bottle whose answer comes after the next scan is counted all the same, or the person is told to scan it again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const vodka = await venue.createItem({ name: 'Водка', unit: 'шт' });
    const gin = await venue.createItem({ name: 'Джин', unit: 'л', volume_ml: 700 });
    const beer = await venue.createItem({ name: 'Пиво', unit: 'шт', ean: BEER_EAN });
    await link(venue.admin, stamp68(1), vodka.id);
    await link(venue.admin, stamp150(1), gin.id);
    const { id } = await opened(venue.admin, { title: 'Ночной' });
    const counted = async (itemId: number) => (await lineOf(venue.admin, id, itemId)).counted;
    // every call passes the test's gate, and the phone's patience does not end before it opens
    await page.addInitScript(() => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('Not yet'));
      AbortSignal.timeout = () => new AbortController().signal;
    });
    const gate = Promise.withResolvers<void>();
    // no marks are on the phone, which asks the server for each of them
    await page.route(
      ({ pathname }) => pathname === '/api/marks',
      (route) => route.abort(),
    );
    await page.route(
      ({ pathname }) => pathname === '/api/marks/find',
      async (route) => {
        await gate.promise;
        await route.continue();
      },
    );
    await signIn(page, venue);
    await joinCount(page, 'Ночной');
    await page.getByLabel('Штрихкод или название').waitFor();

    await shootCode(page, stamp68(1));
    await page.getByText('Ищем код …AAAAAAAA').waitFor();
    await shootCode(page, beerMark('aaaaaaa'));
    await until(async () => (await counted(beer.id)) === 1, 'the next bottle');
    await shootCode(page, stamp150(1));
    await page.getByText('Ищем код …BBBBBBBB').waitFor();
    await shootCode(page, beerMark('bbbbbbb'));
    await until(async () => (await counted(beer.id)) === 2, 'the last bottle');
    t.is(await counted(vodka.id), null);

    gate.resolve();

    await until(async () => (await counted(vodka.id)) === 1, 'the first bottle');
    await toast(page, 'Марка …BBBBBBBB не посчитана. Отсканируйте её ещё раз');
    t.is(await counted(gin.id), null, 'whether it is full has to be said');
    await shootCode(page, stamp150(1));
    await page.getByRole('button', { name: 'Полная бутылка 0,7 л' }).click();
    await until(async () => (await counted(gin.id)) === 0.7, 'scanned again it is counted');
  },
  phoneSized,
);
