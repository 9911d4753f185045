import type * as yup from 'yup';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The method and path of an endpoint, as in `GET /api/admin/operations/:id`. */
export type EndpointName = `${Method} /${string}`;

/**
 * Who may call an endpoint: anybody, a caller who must still secure the account, a user, an administrator, or a process
 * of ours that proves itself by a secret. In a venue `own-user` and `own-admin` leave out the platform's support.
 */
export type Access = 'anyone' | 'signed-in' | 'user' | 'admin' | 'process' | 'own-user' | 'own-admin';

/** How a list is paged, sorted and filtered; both dialects of the specification are understood. */
export interface ListRules {
  /** The field that holds the rows. */
  rows: string;
  /** The field of the answer that holds that one, where it is not a field of the answer itself. */
  within?: string;
  sorts: readonly string[];
  /** The sort of a caller who names none. */
  sort: string;
  order?: 'asc' | 'desc';
  /** The page's size for a caller who names none; 50 by default. */
  limit?: number;
  /** Pages are reached by number to the 10,000th row; further rows by a cursor, sent as the filter's `after`. */
  windows?: true;
  filter?: yup.Schema;
}

/** What one endpoint takes and answers. */
export interface Endpoint<A extends Access = Access> {
  /** One line of the API's documentation. */
  summary: string;
  access: A;
  query?: yup.Schema;
  /** The JSON body. */
  body?: yup.Schema;
  /** The body is a form with one `file`. */
  hasFile?: true;
  list?: ListRules;
  /** The fields of a successful answer beside `success` and, for a list, `pagination`. */
  answer?: yup.Schema;
  /** The status of a successful answer; 200 by default. */
  status?: number;
  /** The media type of an answer that is not JSON. */
  content?: string;
}

export type Endpoints<A extends Access = Access> = Record<EndpointName, Endpoint<A>>;

/** Declares endpoints; each keeps its own type, from which the handlers and clients take theirs. */
export const defineEndpoints = <const T extends Endpoints>(endpoints: T): T => endpoints;

/** The names of a path's parameters: `id` of `/api/admin/operations/:id` and of `/exports/:id.xlsx`. */
export type ParamOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<More>
    : Rest extends `${infer Name}.${string}`
      ? Name
      : Rest
  : never;

type InferOf<E, Key extends string> = E extends { [K in Key]: infer Schema extends yup.Schema }
  ? yup.InferType<Schema>
  : undefined;
export type BodyOf<E> = InferOf<E, 'body'>;
export type QueryOf<E> = InferOf<E, 'query'>;
export type FilterOf<E> = E extends { list: { filter: infer Schema extends yup.Schema } }
  ? yup.InferType<Schema>
  : undefined;

/** The fields that an endpoint's answer has beside `success` and `pagination`. */
export type AnswerFields<E> = E extends { answer: infer Schema extends yup.Schema }
  ? yup.InferType<Schema>
  : Record<never, never>;

/** One row of an endpoint's list. */
export type RowOf<E> = E extends { list: { rows: infer Key } }
  ? AnswerFields<E>[Key & keyof AnswerFields<E>] extends (infer Row)[]
    ? Row
    : never
  : never;

/** What a long list says beside its total. */
export interface ListBeyond {
  /** Whether there are more rows than the total: they were not counted. */
  isMore?: boolean;
  /** How many rows are reached by a page's number; all of them by default. */
  depth?: number;
  /** The cursor of the rows beyond the 10,000 that are reached by number; null at the list's end. */
  next?: string | null;
  /** The cursor of the 10,000 rows before, empty for the first ones; null at the list's beginning. */
  previous?: string | null;
}

/** The cursor of the last rows of a list. */
export const LAST_ROWS = 'last';

export interface Pagination extends ListBeyond {
  total: number;
  page: number;
  /** The pages that are reached by number. */
  pages: number;
}

/** The whole JSON of an endpoint's successful answer. */
export type AnswerOf<E> = { success: true } & AnswerFields<E> &
  (E extends { list: ListRules } ? { pagination: Pagination } : unknown);

type Defaulted<Default> = { [K in keyof Default]-?: undefined extends Default[K] ? never : K }[keyof Default];

/** A moment may be sent as text. */
type Sent<T> = T extends Date ? T | string : T extends object ? { [Key in keyof T]: Sent<T[Key]> } : T;

/** What a caller may send as a body: fields with a default may be left out. */
type SentBody<S extends yup.Schema> =
  S extends yup.ObjectSchema<infer _Fields, yup.AnyObject, infer Default, infer _Flags>
    ? Sent<Omit<yup.InferType<S>, Defaulted<Default>>> &
        Partial<Sent<Pick<yup.InferType<S>, Defaulted<Default> & keyof yup.InferType<S>>>>
    : Sent<yup.InferType<S>>;

/** What the caller of an endpoint sends. */
export type CallInput<Name, E> = (Name extends `${string} ${infer Path}`
  ? [ParamOf<Path>] extends [never]
    ? unknown
    : { params: Record<ParamOf<Path>, string | number> }
  : unknown) &
  (E extends { body: infer S extends yup.Schema } ? { body: SentBody<S> } : unknown) &
  (E extends { hasFile: true } ? { form: FormData } : unknown) &
  (E extends { query: yup.Schema } | { list: ListRules }
    ? { query?: Record<string, string | number | boolean | undefined> }
    : unknown);

/** The arguments of a call: its input may be left out where nothing of it is required. */
export type CallArguments<Name, E, Options> =
  Record<never, never> extends CallInput<Name, E>
    ? [input?: CallInput<Name, E> & Options]
    : [input: CallInput<Name, E> & Options];

/** Calls one endpoint by its name; resolves to its answer. */
export type CallEndpoint<T, Options> = <Name extends keyof T & string>(
  name: Name,
  ...input: CallArguments<Name, T[Name], Options>
) => Promise<AnswerOf<T[Name]>>;

/** The parts of a call's input, of any endpoint. */
export interface CallParts {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: unknown;
}

/** The method, address and body of a call; parameters are escaped. */
export function encodeCall(name: string, { params = {}, query = {}, body, form }: CallParts) {
  const [method = '', pattern = ''] = name.split(' ');
  const path = pattern.replace(/:(\w+)/g, (_all, key) => encodeURIComponent(String(params[key])));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return { method, path: search ? `${path}?${search}` : path, body: form ?? body };
}
