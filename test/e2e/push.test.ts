import type { PushedNotice } from '@ostatok/tenant-runtime/contract/push.ts';
import type { Page } from 'playwright-core';
import { browserTest } from '../support/browser/browser.ts';
import { toast } from '../support/browser/toasts.ts';
import { until } from '../support/run/until.ts';
import { offlineReady, openVenue, phoneSized, signIn } from '../support/scanner/scanner-page.ts';

/** A subscription of a push service that is not reached from here. */
const SUBSCRIPTION = {
  endpoint: 'https://push.example/1',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

browserTest(
  'a phone asks to be notified in the chat, shows what is pushed while it is closed, and is left alone again',
  async (t, { page }) => {
    const venue = await openVenue(t);
    const { origin } = new URL(venue.url);
    await page.context().grantPermissions(['notifications'], { origin });
    await page.addInitScript((subscription) => {
      let subscribed: unknown = null;
      PushManager.prototype.getSubscription = async () => subscribed as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        subscribed = {
          ...subscription,
          options,
          toJSON: () => subscription,
          unsubscribe: async () => {
            subscribed = null;
            return true;
          },
        };
        return subscribed as PushSubscription;
      };
    }, SUBSCRIPTION);
    await signIn(page, venue);
    await offlineReady(page);
    await page.getByRole('button', { name: 'Чат' }).click();

    await page.getByRole('button', { name: 'Присылать уведомления' }).click();
    await toast(page, 'Напоминания будут приходить, даже когда сканер закрыт');
    t.like((await venue.db('push_subscriptions'))[0], {
      endpoint: SUBSCRIPTION.endpoint,
      auth: SUBSCRIPTION.keys.auth,
    });

    const shown = await pushed(page, origin, { title: 'Бар «Ёж»', text: 'Пора считать', tag: 'message 1' });
    t.deepEqual(shown, [{ title: 'Бар «Ёж»', body: 'Пора считать' }]);

    await page.getByRole('button', { name: 'Не присылать уведомления' }).click();
    await toast(page, 'Уведомления на этом телефоне выключены');
    t.deepEqual(await venue.db('push_subscriptions'), []);

    // where a pressed notification leads
    const fresh = await page.context().newPage();
    await fresh.goto(`${venue.url}/scan/#chat`);
    await fresh.getByRole('heading', { name: 'Чат с ботом' }).waitFor();
  },
  phoneSized,
);

interface Shown {
  title: string;
  body: string | undefined;
}

/** Delivers a push message to the service worker and returns what it shows: a headless browser keeps no notifications. */
async function pushed(page: Page, origin: string, notice: PushedNotice): Promise<Shown[]> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(() => {
    const shown: Shown[] = [];
    Object.assign(globalThis, { shown });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push({ title, body: options?.body });
  });
  const session = await page.context().newCDPSession(page);
  const registrationId = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${origin}/scan/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const data = JSON.stringify(notice);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registrationId, data });
  const shownNow = (): Promise<Shown[]> => worker.evaluate(() => (globalThis as unknown as { shown: Shown[] }).shown);
  await until(async () => (await shownNow()).length > 0, 'a notification is shown');
  return shownNow();
}
