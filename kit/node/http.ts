import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import * as yup from 'yup';
import type { Pagination } from '../contract/endpoint.ts';
import { AppError, InvalidInput, NoSpace, NotFound, TooLarge, Unavailable } from './errors.ts';
import { DEEPEST } from './json-body.ts';
import type { Logger } from './log.ts';
import { inScopeOf, REQUEST_ID_HEADER, requestFields, scopeOf } from './request-scope.ts';

/**
 * How long an idle connection is kept open, longer than clients keep theirs (proxies keep theirs a minute): otherwise a
 * request could arrive on a connection that is just being closed.
 */
export const KEEP_ALIVE_MS = 65_000;

/** A rule without a message of its own produces yup's English text, which quotes its input in backticks. */
const inRussian = (message: string): string =>
  /[а-яё]/i.test(message.replace(/`.*`/s, '')) ? message : 'Недопустимое значение';

const MALFORMED = 'Запрос составлен неверно';

/** yup breaks on keys that every object inherits, such as `__proto__` or `toString`, and on unlimited nesting. */
function breaksSchemas(value: unknown, depth = 0): boolean {
  if (!value || typeof value !== 'object') return false;
  if (depth > DEEPEST) return true;
  return Object.entries(value).some(([key, inner]) => key in Object.prototype || breaksSchemas(inner, depth + 1));
}

/**
 * PostgreSQL's states for values it cannot store: a zero byte, half a surrogate pair, a number too large, a date out of
 * range.
 */
const unstorable = new Set(['22021', '22P02', '22P05', '22003', '22008']);

/**
 * Finds fields that should be text and are not, with the message of each field's rule: yup would turn numbers into text
 * and break on objects.
 */
function notTexts(schema: yup.Schema, value: unknown): Record<string, string> {
  const errors: Record<string, string> = {};
  if (!(schema instanceof yup.ObjectSchema) || !value || typeof value !== 'object') return errors;
  for (const [name, field] of Object.entries(schema.fields)) {
    const given = (value as Record<string, unknown>)[name] ?? '';
    if (!(field instanceof yup.StringSchema) || typeof given === 'string') continue;
    try {
      field.validateSync(given, { strict: true });
    } catch (error) {
      errors[name] = inRussian((error as Error).message);
    }
  }
  return errors;
}

/**
 * Checks outside input by its schema: unknown keys are dropped, every mistake is reported under its field. Throws
 * InvalidInput.
 */
export function parse<T extends yup.Schema>(schema: T, value: unknown): yup.InferType<T> {
  const errors = notTexts(schema, value);
  if (Object.keys(errors).length > 0) throw new InvalidInput(Object.values(errors)[0], errors);
  try {
    return schema.validateSync(value ?? {}, { abortEarly: false, stripUnknown: true });
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw breaksSchemas(value) ? new InvalidInput(MALFORMED) : error;
    for (const inner of error.inner.length > 0 ? error.inner : [error]) {
      errors[inner.path || '_'] ??= inRussian(inner.message);
    }
    throw new InvalidInput(Object.values(errors)[0], errors);
  }
}

/** Answers the rest of the request within its scope, and names its id in the answer. */
export const requestId: RequestHandler = (req, res, next) =>
  inScopeOf(req, () => {
    res.setHeader(REQUEST_ID_HEADER, scopeOf(req)?.id ?? '');
    next();
  });

/** Forbids caches to store a response meant for one caller; a route may override it. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store');
  next();
};

/** Parses a row's id from an address; an invalid id is treated as a missing row. Throws NotFound. */
export function idOf(value: unknown, missing: string): number {
  const id = typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(id <= 2_147_483_647)) throw new NotFound(missing);
  return id;
}

interface ListPlace {
  total: number;
  /** How many rows are reached by a page's number. */
  depth?: number | undefined;
  offset: number;
  limit: number;
}

/** Returns the pagination of a page with `count` rows and sets react-admin's Content-Range. */
export function paginate(
  res: Response,
  key: string,
  count: number,
  { total, depth = total, offset, limit }: ListPlace,
): Pagination {
  const last = count > 0 ? offset + count - 1 : offset;
  res.setHeader('Content-Range', `${key} ${offset}-${last}/${total}`);
  return { total, page: Math.floor(offset / limit) + 1, pages: Math.max(1, Math.ceil(depth / limit)) };
}

/**
 * Sends a list in the spec's envelope under `key`; `page` adds its pagination and react-admin's Content-Range, `more`
 * adds further fields.
 */
export function sendList<T>(
  res: Response,
  key: string,
  rows: T[],
  page?: ListPlace,
  more: Record<string, unknown> = {},
): void {
  if (!page) {
    res.json({ success: true, [key]: rows, ...more });
    return;
  }
  res.json({ success: true, [key]: rows, pagination: paginate(res, key, rows.length, page), ...more });
}

/** The last route; it answers requests that no other route has answered. */
export const notFound: RequestHandler = (req) => {
  throw new NotFound(`Нет такого адреса: ${req.method} ${req.originalUrl.replace(/\?.*$/s, '')}`, 'no_route');
};

/** The database cannot be reached, ends its sessions, is starting, or has no connection left: all of these pass. */
const away = new Set(['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300']);

/** pg's message when a session ends during a statement; it has no code. */
const SESSION_ENDED = /Connection terminated|connection error and is not queryable/;

/** The disk is full: ours, the database's, or that of a child process, which passes on only the message. */
const DISK_FULL = /^(ENOSPC|EDQUOT|53100)$|\b(ENOSPC|EDQUOT):/;

/** Knex: every connection of the pool was busy until the time limit. */
const NO_CONNECTION = 'KnexTimeoutError';

/** `expose` is how http-errors mark a message about the caller's mistake that may be shown. */
type HttpError = { name?: string; message?: string; type?: string; code?: string; status?: number; expose?: boolean };

/** Translates errors of body-parser, multer, static files and Node into our documented errors. */
function translate(error: unknown): unknown {
  const thrown = error as HttpError;
  switch (thrown?.type) {
    case 'entity.too.large':
      return new TooLarge();
    case 'entity.parse.failed':
      return new InvalidInput('Тело запроса — не JSON', undefined, 'malformed_json');
    case 'entity.too.deep':
      return new InvalidInput(MALFORMED, undefined, 'nested_too_deep');
    case 'encoding.unsupported':
    case 'charset.unsupported':
      return new AppError(415, 'unsupported_encoding', 'Кодировка запроса не поддерживается');
    case 'request.aborted':
    case 'request.size.invalid':
      return new InvalidInput('Запрос оборвался', undefined, 'aborted');
  }
  if (thrown?.code === 'LIMIT_FILE_SIZE') return new TooLarge('Файл слишком большой');
  if (thrown?.code?.startsWith?.('LIMIT_')) return new InvalidInput('Файл передан неверно', undefined, 'bad_upload');
  if (thrown?.code && unstorable.has(thrown.code))
    return new InvalidInput('В запросе есть недопустимые символы или числа');
  // nested deeper than PostgreSQL's stack allows
  if (thrown?.code === '54001') return new InvalidInput(MALFORMED);
  if (thrown?.code && away.has(thrown.code)) return new Unavailable(5);
  if (DISK_FULL.test(thrown?.code ?? '') || DISK_FULL.test(thrown?.message ?? '')) return new NoSpace();
  if (thrown?.name === NO_CONNECTION) return new Unavailable(2);
  if (!thrown?.code && SESSION_ENDED.test(thrown?.message ?? '')) return new Unavailable(5);
  if (error instanceof URIError) return new InvalidInput('Адрес записан неверно', undefined, 'malformed_address');
  return thrown?.expose === true ? refusedByLibrary(thrown.status) : error;
}

/**
 * The error of a request that a library rejects, such as one for a static file that is missing or outside its folder.
 */
function refusedByLibrary(status = 400): AppError {
  if (status === 404 || status === 403) return new NotFound('Такого файла нет', 'no_file');
  return new AppError(status, 'malformed_request', MALFORMED);
}

/** The fields of an answer about a fault of ours; the request's id is what a person names to support. */
export function internalError(id: string | undefined): { error: string; code: string; requestId?: string } {
  const error = 'Что-то сломалось у нас. Повторите, а если не поможет — напишите в поддержку.';
  return id === undefined
    ? { error, code: 'internal' }
    : { error: `${error} Код для поддержки: ${id}`, code: 'internal', requestId: id };
}

/**
 * The only error handler: our errors in their documented shape; anything else is logged with the request's id and
 * answered 500.
 */
export function errorHandler(log: Logger): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    const error = translate(thrown);
    if (res.headersSent) return next(thrown);
    if (error instanceof NoSpace) log.error({ err: thrown, path: req.path }, 'no space left');
    else if (error instanceof Unavailable && error !== thrown)
      log.warn({ err: thrown, path: req.path }, 'database is away');
    if (error instanceof AppError) {
      if (error.retryAfter !== undefined) res.setHeader('Retry-After', String(error.retryAfter));
      res.status(error.status).json({
        success: false,
        error: error.message,
        code: error.code,
        ...(error.errors ? { errors: error.errors } : {}),
        ...error.more,
      });
      return;
    }
    const scope = scopeOf(req);
    log.error({ ...requestFields(scope), err: error, method: req.method, path: req.path }, 'request failed');
    res.status(500).json({ success: false, ...internalError(scope?.id) });
  };
}
