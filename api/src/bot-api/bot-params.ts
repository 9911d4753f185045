import { badRequest } from './bot-api-error.ts';

export interface UploadedFile {
  name: string;
  mime: string;
  data: Buffer;
}

/** The parameters of a call, whether they came as query, form, multipart or JSON. */
export interface BotParams {
  values: Record<string, unknown>;
  /** Files by the name of their part. */
  files: Map<string, UploadedFile>;
}

const present = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

export function textParam({ values }: BotParams, name: string): string | undefined {
  const value = values[name];
  return present(value) ? String(value) : undefined;
}

export function numberParam({ values }: BotParams, name: string): number | undefined {
  const value = values[name];
  if (!present(value)) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw badRequest(`invalid parameter ${name}`);
  return number;
}

export const flagParam = ({ values }: BotParams, name: string): boolean =>
  values[name] === true || values[name] === 'true' || values[name] === '1';

/** Returns an object or a list: JSON bodies hold it directly, forms and queries as text. */
export function jsonParam<T>({ values }: BotParams, name: string): T | undefined {
  const value = values[name];
  if (!present(value)) return undefined;
  if (typeof value !== 'string') return value as T;
  try {
    return JSON.parse(value) as T;
  } catch {
    throw badRequest(`can't parse ${name} JSON object`);
  }
}

/** Returns the uploaded file of a parameter: its own part, or the part that `attach://name` refers to. */
export function fileParam(params: BotParams, name: string): UploadedFile | undefined {
  const attached = /^attach:\/\/(.+)$/.exec(textParam(params, name) ?? '')?.[1];
  return params.files.get(attached ?? name);
}
