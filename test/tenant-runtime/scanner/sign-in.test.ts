import { seriousViolations } from '../../support/browser/axe.ts';
import { browserTest } from '../../support/browser/browser.ts';
import { startLink } from '../../support/network/cuttable-link.ts';
import { until } from '../../support/run/until.ts';
import {
  fillSignIn,
  offlineReady,
  openItem,
  openVenue,
  phoneSized,
  quantityOf,
  signIn,
  typeAndRecord,
} from '../../support/scanner/scanner-page.ts';

browserTest(
  "the panel's code in the address signs in once, and leaves the address at once",
  async (t, { page, another }) => {
    const venue = await openVenue(t);
    const { code } = (await venue.user.post('/api/auth/codes').send({ kind: 'scanner' })).body;
    await page.goto(`${venue.url}/scan/#code=${code}`);
    await page.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await page.getByText('Иван').waitFor();
    t.is(new URL(page.url()).hash, '');

    const thief = await another();
    await thief.goto(`${venue.url}/scan/#code=${code}`);
    await thief.getByRole('alert').waitFor();
    t.regex(await thief.getByRole('alert').innerText(), /[Кк]од/);

    const { code: typed } = (await venue.user.post('/api/auth/codes').send({ kind: 'scanner' })).body;
    await thief.getByLabel('Код из панели').fill(typed.toLowerCase());
    await thief.getByRole('button', { name: 'Войти по коду' }).click();
    await thief.getByRole('navigation', { name: 'Разделы' }).waitFor();
  },
  phoneSized,
);

browserTest(
  'a code for the scales’ program signs nobody in, says so, and stays good for that program',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { code } = (await venue.admin.post('/api/auth/codes').send({ kind: 'bridge', name: 'Склад' })).body;
    await page.goto(`${venue.url}/scan/#code=${code}`);
    await page.getByRole('alert').getByText('Этот код — для программы весов').waitFor();
    t.is(await page.evaluate(() => localStorage.getItem('ostatok.session')), null);
    t.is(await page.getByRole('navigation', { name: 'Разделы' }).count(), 0);

    t.deepEqual((await venue.admin.get('/api/bridges')).body.bridges, []);
    const paired = await venue.anonymous.post('/api/auth/redeem').send({ code });
    t.like(paired.body, { success: true, bridge: { name: 'Склад' } });
  },
  phoneSized,
);

browserTest(
  'what one person recorded is never sent as another, and goes when they sign in again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 2 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    await openItem(page, 'белуга', /Белуга/);
    await link.cut();
    await typeAndRecord(page, '1');
    // The password has been changed, so the phone's token is no longer valid.
    const password = await venue.services.users.resetPassword(venue.user.id, venue.user);
    await link.mend();
    await page.getByText('В телефоне ждёт 1 запись — Иван').waitFor();

    const maria = await venue.asNewUser('maria', 'admin', 'Мария');
    await fillSignIn(page, 'maria', await venue.services.users.resetPassword(maria.id, maria));
    await page.getByText('Мария').waitFor();
    t.is(await page.getByTestId('queue').count(), 0);
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.getByRole('button', { name: 'Точно выйти' }).click();
    t.is(await quantityOf(venue, item.id), 2);

    await page.getByText('В телефоне ждёт 1 запись — Иван').waitFor();
    await fillSignIn(page, 'barman', password);
    await until(async () => (await quantityOf(venue, item.id)) === 1, 'the change goes as its own');
    const { changes } = (await venue.admin.get('/api/changes?source=scanner')).body;
    t.deepEqual(
      changes.map(({ user }: { user: { name: string } }) => user.name),
      ['Иван'],
    );
  },
  phoneSized,
);

browserTest(
  'the queue and the items of the first version survive the new one, without a connection too',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', ean: '4600494000737', quantity: 2 });
    await page.goto(`${venue.url}/api/venue`);
    const change = { id: 'b7a3f8a0-5d1c-4f0e-9b51-0f6f8f5a1c11', itemId: item.id, delta: -0.5, source: 'scanner' };
    await page.evaluate(
      async ([kept, known]) => {
        const db = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open('ostatok-scanner', 1);
          opening.onupgradeneeded = () => {
            opening.result.createObjectStore('changes', { keyPath: 'id' });
            opening.result.createObjectStore('items', { keyPath: 'id' }).createIndex('ean', 'ean');
            opening.result.createObjectStore('facts');
          };
          opening.onsuccess = () => resolve(opening.result);
          opening.onerror = () => reject(opening.error);
        });
        const writing = db.transaction(['changes', 'items', 'facts'], 'readwrite');
        writing.objectStore('changes').put({ ...kept, change: { ...kept.change, at: new Date() } });
        writing.objectStore('items').put(known);
        writing.objectStore('facts').put('2026-01-01T00:00:00.000Z', 'items-as-of');
        await new Promise((resolve) => {
          writing.oncomplete = resolve;
        });
        db.close();
      },
      [{ id: change.id, owner: venue.user.id, change, itemName: item.name, unit: item.unit }, item] as const,
    );
    await page.route('**/api/items*', (route) => route.abort());
    await page.route('**/api/changes', (route) => route.abort());
    await signIn(page, venue);
    await page.getByTestId('queue').getByText('В очереди 1 запись').waitFor();
    await page.getByLabel('Штрихкод или название').fill('4600494000737');
    await page.getByLabel('Штрихкод или название').press('Enter');
    await page.getByRole('heading', { name: 'Белуга' }).waitFor();
    await page.getByLabel('Остаток', { exact: true }).getByText('1,5').waitFor();
    await page.unroute('**/api/changes');
    await page.reload();
    await until(async () => (await quantityOf(venue, item.id)) === 1.5, 'the old change arrives');
  },
  phoneSized,
);

browserTest(
  'two open tabs send what was recorded in either, once, and agree on what waits',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const item = await venue.createItem({ name: 'Белуга', quantity: 9 });
    const link = await startLink(t, venue.url);
    await signIn(page, venue, { url: link.url });
    await offlineReady(page);
    const second = await page.context().newPage();
    await second.goto(`${link.url}/scan/`);
    await second.getByRole('navigation', { name: 'Разделы' }).waitFor();
    await link.cut();
    for (const tab of [page, second]) {
      await openItem(tab, 'белуга', /Белуга/);
      await typeAndRecord(tab, '1');
    }
    await page.getByTestId('queue').getByText('В очереди 2 записи').waitFor();

    await link.mend();

    for (const tab of [page, second]) await tab.getByTestId('queue').waitFor({ state: 'detached' });
    t.is(await quantityOf(venue, item.id), 7);
    t.is((await venue.admin.get('/api/changes?source=scanner')).body.changes.length, 2);
  },
  phoneSized,
);

browserTest(
  'a phone is told to install the scanner, up to 768 px; the browser’s own offer is taken',
  async (t, { page }) => {
    const venue = await openVenue(t);
    await page.setViewportSize({ width: 768, height: 900 });
    await page.goto(`${venue.url}/scan/`);
    const hint = page.getByText('Поставьте сканер на телефон');
    await hint.waitFor();
    await page.getByText('В меню браузера выберите').waitFor();
    await page.setViewportSize({ width: 769, height: 900 });
    await hint.waitFor({ state: 'hidden' });

    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: async () => document.body.setAttribute('data-asked', 'yes'),
      });
      document.body.setAttribute('data-kept', String(!window.dispatchEvent(offer)));
    });
    await page.getByRole('button', { name: 'Установить' }).click();
    await page.locator('body[data-kept=true][data-asked=yes]').waitFor();
    t.is(await page.getByRole('button', { name: 'Установить' }).count(), 0);
    t.deepEqual(await seriousViolations(page), []);
  },
);
