import { rowId } from '@ostatok/kit/contract/fields.ts';
import * as yup from 'yup';
import { exactText, line, yesOrNo } from './fields.ts';

/** Where sales come from by themselves: a server of iiko, Poster, an address to which reports are sent, or a mailbox. */
export const feedKinds = ['iiko', 'poster', 'upload', 'mail'] as const;
export type FeedKind = (typeof feedKinds)[number];

/** What a feed is called unless it is named. */
export const feedNames: Record<FeedKind, string> = {
  iiko: 'iiko',
  poster: 'Poster',
  upload: 'Отчёты кассы',
  mail: 'Почта',
};

/** The folder of a mailbox that letters come to unless another one is named. */
export const DEFAULT_FOLDER = 'INBOX';

/**
 * `late`: the last finished day is missing three hours after its time; `failed`: the last try failed; `stopped`: switched off,
 * or refused by the till, and not tried again before it is changed.
 */
export const feedStates = ['healthy', 'late', 'failed', 'stopped'] as const;
export type FeedState = (typeof feedStates)[number];

const hour = () =>
  yup
    .number()
    .strict()
    .typeError('Час — число от 0 до 23')
    .integer('Час — целое число')
    .min(0, 'Час от 0 до 23')
    .max(23, 'Час от 0 до 23');

const name = () => line('Название', 100).min(1, 'Назовите подключение');
const address = () => line('Адрес', 300);
const login = () => line('Логин', 100);
const store = () => line('Склад', 100).nullable();
const password = () => exactText('Пароль', 200);
const token = () => line('Токен', 300);
const folder = () => line('Папка', 200);
const sender = () => line('Отправитель', 200).nullable();
const source = () => rowId('Номер источника — целое число').nullable();

export const hasLogin = (kind: FeedKind): boolean => kind === 'iiko' || kind === 'mail';

export const addFeedSchema = yup.object({
  kind: yup
    .string()
    .strict()
    .required('Выберите, откуда продажи')
    .oneOf([...feedKinds], 'Такого вида подключений нет'),
  name: name(),
  /** The source that its sales belong to; left out, the only free one of its kind; null, one of its own or what reports say. */
  source_id: source(),
  /** Of an iikoServer, or of a mailbox as «imap.bar.example:993». */
  address: address().when('kind', ([kind], schema) => (hasLogin(kind) ? schema.required('Укажите адрес') : schema)),
  login: login().when('kind', ([kind], schema) => (hasLogin(kind) ? schema.required('Укажите логин') : schema)),
  password: password().when('kind', ([kind], schema) => (hasLogin(kind) ? schema.required('Укажите пароль') : schema)),
  token: token().when('kind', ([kind], schema) => (kind === 'poster' ? schema.required('Укажите токен') : schema)),
  /** The store's name in iiko, the number of a point of sale in Poster; left out, all of them. */
  store: store(),
  /** Of a mailbox; left out, the one that letters come to. */
  folder: folder(),
  /** An address, or a part of one, that letters are read from; left out, from anybody's. */
  sender: sender(),
  /** Of the venue's clock: from then on the day before is fetched, or expected. */
  hour: hour(),
});
export type AddFeed = yup.InferType<typeof addFeedSchema>;

/** Changes a feed; what is left out stays, the password and the token too. */
export const updateFeedSchema = yup.object({
  name: name(),
  source_id: source(),
  address: address().min(1, 'Укажите адрес'),
  login: login().min(1, 'Укажите логин'),
  password: password(),
  token: token(),
  store: store(),
  folder: folder().min(1, 'Укажите папку'),
  sender: sender(),
  hour: hour(),
  enabled: yesOrNo('enabled'),
  /** Trusts the certificate with this SHA-256, which no authority vouches for; null trusts none. */
  fingerprint: line('Отпечаток', 95)
    .matches(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, 'Отпечаток сертификата — 32 пары знаков')
    .nullable(),
});
export type UpdateFeed = yup.InferType<typeof updateFeedSchema>;
