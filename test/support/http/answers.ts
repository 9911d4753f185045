import { platformEndpoints } from '@ostatok/api/contract/endpoints.ts';
import type { Endpoint, Endpoints } from '@ostatok/kit/contract/endpoint.ts';
import { inMatchingOrder, type OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import * as yup from 'yup';
import { completed } from './samples.ts';

/** The paths of fields that a schema does not know. */
function* unknownFields(schema: unknown, value: unknown, path = ''): Generator<string> {
  if (schema instanceof yup.ArraySchema && Array.isArray(value)) {
    for (const row of value) yield* unknownFields(schema.innerType, row, `${path}[]`);
  }
  if (!(schema instanceof yup.ObjectSchema) || !value || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key in schema.fields) yield* unknownFields(schema.fields[key], inner, `${path}.${key}`);
    else yield `${path}.${key} is not in the schema`;
  }
}

function mistakesOf(schema: yup.Schema, value: unknown): string[] {
  const unknown = [...unknownFields(schema, value)];
  try {
    schema.validateSync(value, { strict: true, abortEarly: false });
    return unknown;
  } catch (error) {
    return [...unknown, ...(error as yup.ValidationError).errors];
  }
}

function refuse(name: string, mistakes: string[]): void {
  if (mistakes.length > 0)
    throw new Error(`The answer of ${name} is not as described: ${mistakes.slice(0, 5).join('; ')}`);
}

/** Throws, so that the request fails, when an answer differs from its endpoint's schema. */
export const compareAnswer: OnAnswer = (name, { answer, list }, given) => {
  const { total, beyond, ...fields } = JSON.parse(JSON.stringify(given));
  const mistakes = mistakesOf(
    answer ?? yup.object({}),
    list ? fields : { ...fields, ...(total !== undefined && { total }), ...(beyond && { beyond }) },
  );
  if (list && !Number.isInteger(total)) mistakes.push('a list without its total');
  refuse(name, mistakes);
};

interface Described {
  name: string;
  path: string;
  matches: (method: string, path: string) => boolean;
  endpoint: Endpoint;
}

const described = (endpoints: Endpoints): Described[] =>
  inMatchingOrder(
    Object.entries(endpoints).map(([name, endpoint]) => {
      const [method, path = ''] = name.split(' ');
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);
      return { name, path, endpoint, matches: (by, address) => by === method && pattern.test(address) };
    }),
  );

const platform = described(platformEndpoints);

/** The endpoint of the platform that answers a call; undefined for a call that no endpoint describes. */
export const endpointOf = (method: string, path: string): Described | undefined =>
  platform.find(({ matches }) => matches(method, path));

const pagination = yup.object({
  total: yup.number().integer().defined(),
  page: yup.number().integer().defined(),
  pages: yup.number().integer().defined(),
  isMore: yup.boolean(),
  depth: yup.number().integer(),
  next: yup.string().nullable(),
  previous: yup.string().nullable(),
});

const strange = new WeakSet<object>();

/** Marks an answer that the platform would not give, as a network's own page or a later version does. */
export function notOurs<T extends object>(body: T): T {
  strange.add(body);
  return body;
}

/**
 * Compares the JSON that a test's fake of the platform answers with its endpoint's schema. A fake that has drifted from
 * the platform fails its test, wherever it is called: the rejection belongs to nobody.
 */
export function compareFake(method: string, path: string, status: number, body: object): void {
  const found = endpointOf(method, path);
  if (!found || status < 200 || status >= 300 || found.endpoint.content !== undefined) return;
  if (strange.has(body)) return;
  const { answer = yup.object({}), list, status: declared = status } = found.endpoint;
  const whole = yup
    .object({ success: yup.boolean().isTrue().required(), ...(list && { pagination }) })
    .concat(answer as yup.AnyObjectSchema);
  const mistakes = mistakesOf(whole, JSON.parse(JSON.stringify(body)));
  // 202 answers a call that asked not to wait for the end of the work
  if (status !== declared && status !== 202) mistakes.push(`status ${status} instead of ${declared}`);
  try {
    refuse(`${found.name} in a fake`, mistakes);
  } catch (error) {
    void Promise.reject(error);
  }
}

/** A fake's successful answer with what it leaves out of its endpoint's schema. */
function completeFake(method: string, path: string, status: number, body: object): object {
  const { answer, list, content } = endpointOf(method, path)?.endpoint ?? {};
  if (!answer || content !== undefined || status < 200 || status >= 300 || strange.has(body)) return body;
  const whole = completed(answer, body) as { pagination?: object };
  return list ? { ...whole, pagination: { page: 1, pages: 1, ...whole.pagination } } : whole;
}

/** For fakes that say only what their test is about: the whole answer, compared as `compareFake` does. */
export function fakeAnswer(method: string, path: string, status: number, body: object): object {
  const whole = completeFake(method, path, status, body);
  compareFake(method, path, status, whole);
  return whole;
}
