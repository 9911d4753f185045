import type { Request, RequestHandler, Response } from 'express';
import type {
  Access,
  AnswerFields,
  BodyOf,
  Endpoint,
  EndpointName,
  Endpoints,
  FilterOf,
  ListBeyond,
  ListRules,
  ParamOf,
  QueryOf,
} from '../contract/endpoint.ts';
import { paginate, parse } from './http.ts';
import { type ListPage, listQuery } from './list-query.ts';
import { inScopeOf } from './request-scope.ts';

/** What a handler may return for an answer: a moment may be a Date, which JSON makes a text. */
export type Answerable<T> = T extends string
  ? string extends T
    ? T | Date
    : T
  : T extends (infer Row)[]
    ? readonly Answerable<Row>[]
    : T extends object
      ? { [Key in keyof T]: Answerable<T[Key]> }
      : T;

/** A request whose input has been validated by its endpoint's schemas. */
export interface EndpointRequest<Name, E, Caller> {
  params: Record<Name extends `${string} ${infer Path}` ? ParamOf<Path> : never, string>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  filter: FilterOf<E>;
  page: E extends { list: ListRules } ? ListPage : undefined;
  caller: E extends { access: 'anyone' | 'process' } ? undefined : Caller;
  req: Request;
  res: Response;
}

type Returned<E> = E extends { content: string }
  ? unknown
  : Answerable<AnswerFields<E>> &
      (E extends { list: ListRules } ? { total: number } : unknown) &
      (E extends { list: { windows: true } } ? { beyond: ListBeyond } : unknown);

type Handle<Name, E, Caller> = (request: EndpointRequest<Name, E, Caller>) => Promise<Returned<E>> | Returned<E>;

/**
 * A handler that refuses before the input is validated, so that a caller who may not know of a thing learns nothing of
 * it, not even what the call expects.
 */
interface Admitting<Name, E, Caller> {
  admit: (request: Pick<EndpointRequest<Name, E, Caller>, 'params' | 'caller'>) => Promise<void>;
  handle: Handle<Name, E, Caller>;
}

export type Handlers<T extends Endpoints, Caller> = {
  [Name in keyof T]: Handle<Name, T[Name], Caller> | Admitting<Name, T[Name], Caller>;
};

/** Is told every successful JSON answer, before it is sent; tests compare it with the endpoint's schema. */
export type OnAnswer = (name: EndpointName, endpoint: Endpoint, answer: object) => void;

export interface HandledEndpoint<A extends Access = Access> {
  method: 'get' | 'post' | 'put' | 'delete';
  path: string;
  access: A;
  handle: (onAnswer?: OnAnswer) => RequestHandler;
}

type AnyHandle = (request: object) => unknown;
type AnyHandler = AnyHandle | { admit: AnyHandle; handle: AnyHandle };

function send(res: Response, { list, status }: Endpoint, page: ListPage | undefined, answer: object): void {
  if (status !== undefined && res.statusCode === 200) res.status(status);
  if (!list || !page) {
    res.json({ success: true, ...answer });
    return;
  }
  const key = list.within ?? list.rows;
  const { [key]: field, total, beyond, ...more } = answer as Record<string, unknown>;
  const rows = (list.within ? (field as Record<string, unknown>)[list.rows] : field) as unknown[];
  const further = beyond as ListBeyond | undefined;
  const place = { ...page, total: total as number, depth: further?.depth };
  const pagination = { ...paginate(res, list.rows, rows.length, place), ...further };
  res.json({ success: true, [key]: field, pagination, ...more });
}

function handlerOf(
  name: EndpointName,
  endpoint: Endpoint,
  handler: AnyHandler,
  callerOf: (req: Request) => unknown,
  onAnswer?: OnAnswer,
): RequestHandler {
  const { access, query, body, list, content } = endpoint;
  const isKnown = access !== 'anyone' && access !== 'process';
  const { admit, handle } = typeof handler === 'function' ? { admit: undefined, handle: handler } : handler;
  return async (req, res) => {
    const known = { params: req.params, caller: isKnown ? callerOf(req) : undefined };
    await admit?.(known);
    const { filter, ...page } = list ? listQuery(req.query, list) : { filter: undefined };
    const input = {
      ...known,
      req,
      res,
      query: query && parse(query, req.query),
      body: body && parse(body, req.body),
      filter: list?.filter && parse(list.filter, filter),
      page: list && page,
    };
    const answer = await inScopeOf(req, () => handle(input));
    if (content !== undefined) return;
    onAnswer?.(name, endpoint, answer as object);
    send(res, endpoint, list && (page as ListPage), answer as object);
  };
}

/**
 * Joins endpoints with their handlers. A handler takes validated input and returns the answer's fields; a list's also
 * returns its `total`. One that answers otherwise than with JSON sends its answer itself.
 */
export function handleEndpoints<T extends Endpoints, Caller>(
  endpoints: T,
  handlers: Handlers<T, Caller>,
  callerOf: (req: Request) => Caller,
): HandledEndpoint<T[keyof T & EndpointName]['access']>[] {
  return (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => {
    const [method = '', path = ''] = name.split(' ');
    const handler = handlers[name as keyof T] as AnyHandler;
    return {
      method: method.toLowerCase() as HandledEndpoint['method'],
      path,
      access: endpoint.access,
      handle: (onAnswer) => handlerOf(name, endpoint, handler, callerOf, onAnswer),
    };
  });
}

/** A key by which paths sort so that a literal segment comes before a parameter: `/items/bulk` before `/items/:id`. */
const sortKeyOf = (path: string): string => path.replace(/:\w+/g, '\uffff');

/** The endpoints in an order in which each path is matched by its own endpoint. */
export const inMatchingOrder = <E extends { path: string }>(endpoints: E[]): E[] =>
  endpoints.toSorted((a, b) => (sortKeyOf(a.path) < sortKeyOf(b.path) ? -1 : 1));
