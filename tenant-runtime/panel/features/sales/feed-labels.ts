import type { Feed } from '@ostatok/tenant-runtime/contract/feeds.endpoints.ts';
import type { FeedKind, FeedState } from '@ostatok/tenant-runtime/contract/feeds.ts';
import { dayText } from './sales-labels.ts';

const kindLabels: Record<FeedKind, string> = {
  iiko: 'Сервер iiko',
  poster: 'Poster',
  upload: 'Адрес для отчётов',
  mail: 'Почта',
};

const states: Record<FeedState, readonly [label: string, colour: string]> = {
  healthy: ['работает', 'teal'],
  late: ['опаздывает', 'amber'],
  failed: ['не получилось', 'red'],
  stopped: ['выключено', 'gray'],
};

export const stateLabel = ({ kind, state, refused, enabled }: Feed): readonly [label: string, colour: string] =>
  refused && enabled ? [kind === 'mail' ? 'почта не пускает' : 'касса не пускает', 'red'] : states[state];

export const hourText = (hour: number): string => `${hour}:00`;

/** Whether reports are sent here at an hour of somebody else's. */
const isSent = (kind: FeedKind): boolean => kind === 'upload' || kind === 'mail';

/** What a feed is and when it comes: «Сервер iiko · https://bar.iiko.it · склад «Бар» · каждый день после 9:00». */
export function feedNote({ kind, address, login, folder, sender, store, hour, source }: Feed): string {
  const place = kind === 'poster' ? `точка ${store}` : `склад «${store}»`;
  const when = isSent(kind) ? `ждём каждый день к ${hourText(hour)}` : `каждый день после ${hourText(hour)}`;
  const mailbox = kind === 'mail' ? [login, `папка «${folder}»`, sender && `от ${sender}`] : [address];
  const into = source && isSent(kind) ? `в источник «${source.name}»` : null;
  return [kindLabels[kind], ...mailbox, store && place, into, when].filter(Boolean).join(' · ');
}

export function daysNote({ last_day, missing_day }: Feed): string {
  const has = last_day ? `Продажи по ${dayText(last_day)}` : 'Продаж ещё не было';
  return missing_day ? `${has}, нет за ${dayText(missing_day)}` : has;
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
export const hourOptions = hours.map((hour) => ({ value: String(hour), label: hourText(hour) }));
