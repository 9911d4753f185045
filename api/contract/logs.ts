import * as yup from 'yup';
import { manyNames, moment, searched, searchText } from './list-filters.ts';

/** From the least to the most serious, with pino's numbers. */
export const logLevels = { debug: 20, info: 30, warn: 40, error: 50, fatal: 60 } as const;
export type LogLevel = keyof typeof logLevels;
export const logLevelNames = Object.keys(logLevels) as LogLevel[];

/** The filter's `tenant` for the logs of all tenants and the platform's, as programs and as people write it. */
export const ANY_TENANT = 'any';
export const ANY_TENANT_LABEL = 'все';
export const isAnyTenant = (tenant: string | null | undefined): boolean =>
  tenant === ANY_TENANT || tenant === ANY_TENANT_LABEL;

export const logSorts = ['at'] as const;

export const logFilterSchema = yup.object({
  id: manyNames(),
  /** The id or subdomain of a tenant, or the word for all; without it the platform's own log is searched. */
  tenant: searchText(),
  /** The id of a person; in a venue also the login, at the platform also the e-mail. */
  user: searchText(),
  /** The id that an answer has as `X-Request-Id`, and a fault of ours as its code for support. */
  request: yup
    .string()
    .trim()
    .lowercase()
    .matches(/^[\w-]{8,64}$/, { message: 'Код — буквы, цифры и дефисы, как k7m2-9xqp-4tab', excludeEmptyString: true }),
  /** This level and the more serious ones. */
  level: yup.string().oneOf([...logLevelNames, undefined], `Важность: ${logLevelNames.join(', ')}`),
  ...searched,
  from: moment('Начало', 0),
  /** Inclusive; a date without time counts whole. */
  to: moment('Конец', 1),
  /** The cursor of an earlier answer, `next`: what comes after its last line. */
  after: yup
    .string()
    .matches(/^\d{1,15}-\d{1,6}$/, { message: 'Место в журнале задано неверно', excludeEmptyString: true }),
});
export type LogFilter = yup.InferType<typeof logFilterSchema>;

const LINES = 'Число строк — целое от 1 до 5000';

/** `lines` asks for the last lines of the platform's log as the previous release did. */
export const lastLinesSchema = yup.object({
  lines: yup.number().typeError(LINES).integer(LINES).min(1, LINES).max(5000, LINES),
});
