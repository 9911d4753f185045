import { loadConfig } from '@ostatok/kit/node/config.ts';
import * as yup from 'yup';
import type { Credentials } from './sink/venue-session.ts';

const envSchema = yup.object({
  OSTATOK_VENUE_URL: yup
    .string()
    .required('Укажите OSTATOK_VENUE_URL — адрес заведения, как http://bar.localhost:3000')
    .test('url', 'OSTATOK_VENUE_URL — адрес, как http://bar.localhost:3000', (value) =>
      ['http:', 'https:'].includes(URL.parse(value ?? '')?.protocol ?? ''),
    ),
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
  LOG_LEVEL: yup.string().default('info'),
});

export interface Config {
  venueUrl: string;
  credentials: Credentials;
  logLevel: string;
  /** Grams to show instead of a real scale's. */
  simulate: number[] | undefined;
}

/** `--simulate` or `--simulate=1160,700`. */
function simulated(args: readonly string[]): number[] | undefined {
  const given = args.find((arg) => arg === '--simulate' || arg.startsWith('--simulate='));
  if (!given) return undefined;
  const weights = (given.split('=')[1] ?? '1160,705,480').split(',').map(Number);
  if (weights.every((weight) => weight >= 0 && weight <= 100_000)) return weights;
  throw new Error('После --simulate= укажите граммы через запятую, как 1160,700');
}

/** Throws ConfigError with every mistake at once. */
export function readConfig(env: Record<string, string | undefined>, args: readonly string[]): Config {
  const given = loadConfig(envSchema, env);
  return {
    venueUrl: given.OSTATOK_VENUE_URL,
    credentials: given.OSTATOK_TOKEN
      ? { token: given.OSTATOK_TOKEN }
      : { username: given.OSTATOK_USERNAME ?? '', password: given.OSTATOK_PASSWORD ?? '' },
    logLevel: given.LOG_LEVEL,
    simulate: simulated(args),
  };
}
