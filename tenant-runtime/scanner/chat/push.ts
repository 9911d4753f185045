import { ApiError } from '@ostatok/kit/web/api-client.ts';
import type { Api } from '../offline/send.ts';

/** `off` and `on` can be switched; a browser that was told «denied» asks no more. */
export type PushState = 'off' | 'on' | 'denied';

export const isPushSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  navigator.serviceWorker.getRegistration('/scan/');

function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).toString() === other.toString();

/** Returns the subscription under the venue's key: one under another, as after a restore, is of no use. */
async function subscribed(registration: ServiceWorkerRegistration, key: Uint8Array<ArrayBuffer>) {
  const known = await registration.pushManager.getSubscription();
  if (known && isSame(known.options.applicationServerKey, key)) return known;
  await known?.unsubscribe();
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

async function subscribe(api: Api): Promise<void> {
  const registration = await registered();
  if (!registration) throw new Error('Сканер ещё загружается. Повторите через минуту');
  const { key } = await api.call('GET /api/push');
  const subscription = await subscribed(registration, bytesOf(key)).catch(() => {
    throw new Error('Браузер не смог подключить уведомления. Проверьте связь и повторите');
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  await api.call('PUT /api/push', { body: { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } } });
}

export async function readPush(): Promise<PushState> {
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await registered())?.pushManager.getSubscription();
  return subscription && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Says again to the server where this phone is notified: the sign-in may be another one since. */
export async function renewPush(api: Api): Promise<void> {
  if ((await readPush()) === 'on') await subscribe(api);
}

/** Asks the person and subscribes. Throws an Error in words. */
export async function switchPushOn(api: Api): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission === 'default') return 'off';
  if (permission === 'denied') return 'denied';
  await subscribe(api);
  return 'on';
}

/** A phone that could not reach the server is known there until the next notice, which nobody takes any more. */
export async function switchPushOff(api: Api): Promise<PushState> {
  const subscription = await (await registered())?.pushManager.getSubscription();
  if (subscription) {
    await subscription.unsubscribe();
    await api.call('POST /api/push/unsubscribe', { body: { endpoint: subscription.endpoint } }).catch((error) => {
      if (!(error instanceof ApiError)) throw error;
    });
  }
  return 'off';
}
