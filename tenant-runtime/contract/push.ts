import * as yup from 'yup';

/** Bytes of an uncompressed point of P-256, and of the secret, as RFC 8291 has them. */
const KEY_BYTES = 65;
const SECRET_BYTES = 16;

const NOT_ENDPOINT = 'Браузер дал неверный адрес для уведомлений';
const NOT_KEY = 'Браузер дал неверный ключ для уведомлений';

const isHttps = (text: string | undefined): boolean => URL.parse(text ?? '')?.protocol === 'https:';

const endpoint = () =>
  yup
    .string()
    .strict()
    .typeError(NOT_ENDPOINT)
    .required(NOT_ENDPOINT)
    .max(2000, NOT_ENDPOINT)
    .test('https', NOT_ENDPOINT, isHttps);

const key = (bytes: number) =>
  yup
    .string()
    .strict()
    .typeError(NOT_KEY)
    .required(NOT_KEY)
    .matches(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}=*$`), NOT_KEY);

/** A browser's subscription, as `PushSubscription.toJSON` gives it. */
export const subscribeSchema = yup.object({
  endpoint: endpoint(),
  keys: yup.object({ p256dh: key(KEY_BYTES), auth: key(SECRET_BYTES) }).required(NOT_KEY),
});

export const unsubscribeSchema = yup.object({ endpoint: endpoint() });

/** What a phone is told, as JSON. */
export interface PushedNotice {
  /** The venue's name. */
  title: string;
  text: string;
  /** A later notice with the same tag replaces it. */
  tag: string;
}
