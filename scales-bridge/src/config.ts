import { loadConfig } from '@ostatok/kit/node/config.ts';
import * as yup from 'yup';
import type { Pairing } from './pairing.ts';
import type { Credentials } from './sink/venue-session.ts';

const isWebAddress = (value: string | undefined): boolean =>
  ['http:', 'https:'].includes(URL.parse(value ?? '')?.protocol ?? '');

const envSchema = yup.object({
  OSTATOK_VENUE_URL: yup
    .string()
    .required('Укажите OSTATOK_VENUE_URL — адрес заведения, как http://bar.localhost:3000')
    .test('url', 'OSTATOK_VENUE_URL — адрес, как http://bar.localhost:3000', isWebAddress),
  OSTATOK_TOKEN: yup.string(),
  OSTATOK_USERNAME: yup.string().when('OSTATOK_TOKEN', {
    is: undefined,
    // biome-ignore lint/suspicious/noThenProperty: yup's own word
    then: (schema) => schema.required('Укажите OSTATOK_TOKEN или OSTATOK_USERNAME и OSTATOK_PASSWORD'),
  }),
  OSTATOK_PASSWORD: yup.string().when('OSTATOK_USERNAME', {
    is: (username: unknown) => username !== undefined,
    // biome-ignore lint/suspicious/noThenProperty: yup's own word
    then: (schema) => schema.required('Укажите OSTATOK_PASSWORD'),
  }),
});

export interface Venue {
  url: string;
  /** Empty when only the address is known. */
  name: string;
  credentials: Credentials;
}

type Env = Record<string, string | undefined>;
const ours = ['OSTATOK_VENUE_URL', 'OSTATOK_TOKEN', 'OSTATOK_USERNAME', 'OSTATOK_PASSWORD'];

/**
 * The environment overrides the pairing. Undefined when neither names a tenant. Throws ConfigError with every mistake
 * at once.
 */
export function readVenue(env: Env, pairing: Pairing | undefined): Venue | undefined {
  if (!ours.some((name) => env[name])) {
    return pairing && { url: pairing.venueUrl, name: pairing.venueName, credentials: { token: pairing.token } };
  }
  const given = loadConfig(envSchema, env);
  const credentials = given.OSTATOK_TOKEN
    ? { token: given.OSTATOK_TOKEN }
    : { username: given.OSTATOK_USERNAME ?? '', password: given.OSTATOK_PASSWORD ?? '' };
  return { url: given.OSTATOK_VENUE_URL, name: '', credentials };
}

/** A mistake in the command line arguments. */
export class UsageError extends Error {}

export interface RunOptions {
  /** Weights in grams to show instead of a real scale's. */
  simulate?: number[];
  /** Files of recorded frames. */
  replay?: string;
  record?: string;
  /** A person says that the scales of this run show grams. */
  grams?: boolean;
}

/** Parses the weights of `--simulate`. Throws UsageError. */
export function simulated(given: string): number[] {
  const weights = (given || '1160,705,480').split(',').map(Number);
  if (weights.every((weight) => weight >= 0 && weight <= 100_000)) return weights;
  throw new UsageError('После --simulate= укажите граммы через запятую, как 1160,700');
}

/** Parses an address as a person types it: `bar.example.ru`, `http://bar.localhost:3000/scan/`. Throws UsageError. */
export function venueUrlFrom(typed: string): string {
  const text = typed.trim();
  const url = URL.parse(
    /^https?:\/\//i.test(text) ? text : `${/localhost|^\d/.test(text) ? 'http' : 'https'}://${text}`,
  );
  if (!text || !url?.hostname)
    throw new UsageError('Это не адрес. Скопируйте адрес панели, как http://bar.localhost:3000');
  return url.origin;
}
