import { createHash } from 'node:crypto';
import { addDays, type Period } from './days.ts';
import { FeedFailure } from './feed-failure.ts';
import { apiRoots } from './iiko-address.ts';
import type { OutgoingAnswer, SendOutgoing } from './outgoing.ts';

export interface IikoAccount {
  address: string;
  login: string;
  password: string;
  store: string | null;
  fingerprint: string | null;
}

/** A session takes a licence of the server until it is ended: where it is known survives this process. */
export interface IikoSession {
  root: string;
  token: string;
}

export interface IikoDeps {
  send: SendOutgoing;
  /** Stores the session that is open, or null once it is ended. */
  remember: (session: IikoSession | null) => Promise<void>;
  /** A session that an earlier process has left. */
  left: IikoSession | undefined;
}

const SIGN_IN_MS = 15_000;
const COLUMNS_MS = 30_000;
const REPORT_MS = 180_000;
const SIGN_OUT_MS = 10_000;
/** Signing in and out is not cut off by what cuts off a report: a session that nobody knows of would keep its licence. */
const whole = (): AbortSignal => new AbortController().signal;

const MOST_WORDS = 200;
/** What iiko says itself, without tags and without its own stack of calls. */
const said = ({ text }: OutgoingAnswer): string =>
  text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+at [\w.$]+\(.*$/s, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_WORDS);

const isPage = ({ text }: OutgoingAnswer): boolean => /^\s*<(!doctype html|html|head|body)\b/i.test(text);

/** Turns what is no success into words. */
function failureOf(answer: OutgoingAnswer): FeedFailure {
  const { status, location } = answer;
  const words = isPage(answer) ? '' : said(answer);
  const more = words ? ` iiko говорит: «${words}»` : '';
  if (status >= 300 && status < 400) {
    const target = URL.canParse(location ?? '') ? new URL(location as string).origin : 'другой адрес';
    return new FeedFailure(`Сервер перенаправляет на ${target}. Укажите в подключении адрес, который отвечает сам`);
  }
  if (status === 403) {
    return new FeedFailure(
      `Сервер iiko не пускает: нет лицензии iikoAPIServer или все её места заняты. Освободите место или добавьте лицензию.${more}`,
    );
  }
  if (status === 404) return new FeedFailure('По этому адресу нет сервера iiko. Проверьте адрес и порт');
  if (status === 409) return new FeedFailure(`Сервер iiko отказал в отчёте.${more || ' Причины он не назвал'}`);
  if (status === 400) return new FeedFailure(`Сервер iiko не понял запроса.${more}`);
  return new FeedFailure(`Сервер iiko ответил ошибкой ${status}. Попробуем ещё раз сами.${more}`);
}

const pageInstead = (): FeedFailure =>
  new FeedFailure('По этому адресу отвечает страница, а не сервер iiko. Нужен адрес, с которым работает iikoOffice');

const TOKEN = /^[\w-]{8,200}$/;

/** Fields of the report: seven at most, and with sizes where the server has them. */
const fieldsOf = (hasSizes: boolean): string[] => [
  'OpenDate.Typed',
  'Store.Name',
  'DishName',
  hasSizes ? 'DishSize.Name' : 'DishMeasureUnit',
  'DeletedWithWriteoff',
];

const includes = (value: string) => ({ filterType: 'IncludeValues', values: [value] });

/** The report of what was sold. Lines that were deleted with their write-off have used stock and are part of it. */
function reportOf({ from, to }: Period, hasSizes: boolean, store: string | null): object {
  return {
    reportType: 'SALES',
    buildSummary: false,
    groupByRowFields: fieldsOf(hasSizes),
    groupByColFields: [],
    aggregateFields: ['DishAmountInt', 'DishDiscountSumInt'],
    filters: {
      // the end is not part of the period
      'OpenDate.Typed': { filterType: 'DateRange', periodType: 'CUSTOM', from, to: addDays(to, 1) },
      OrderDeleted: includes('NOT_DELETED'),
      ...(store !== null && { 'Store.Name': includes(store) }),
    },
  };
}

const isEmpty = ({ bytes, text }: OutgoingAnswer): boolean => bytes < 500 && /"data"\s*:\s*\[\s*\]/.test(text);

/** Talks to one iikoServer: one request after another, as its maker asks. */
export function createIiko({ send, remember, left }: IikoDeps, account: IikoAccount) {
  const { login, password, fingerprint, store } = account;
  let open = left;

  /** Ends the session that is open. One that the server could not be told of is ended before the next one begins. */
  async function signOut(): Promise<void> {
    if (!open) return;
    const url = new URL(`${open.root}/api/logout`);
    url.searchParams.set('key', open.token);
    try {
      await send({ url, fingerprint, timeoutMs: SIGN_OUT_MS, signal: whole() });
    } catch (error) {
      if (error instanceof FeedFailure) return;
      throw error;
    }
    open = undefined;
    await remember(null);
  }

  async function signInAt(root: string): Promise<IikoSession | undefined> {
    const url = new URL(`${root}/api/auth`);
    url.searchParams.set('login', login);
    url.searchParams.set('pass', createHash('sha1').update(password).digest('hex'));
    const answer = await send({ url, method: 'POST', fingerprint, timeoutMs: SIGN_IN_MS, signal: whole() });
    if (answer.status === 404) return undefined;
    if (answer.status === 401) {
      throw new FeedFailure('Сервер iiko не принимает логин или пароль. Проверьте их в подключении', { refused: true });
    }
    if (answer.status !== 200) throw failureOf(answer);
    const token = answer.text.trim().replace(/^"|"$/g, '');
    if (!TOKEN.test(token)) throw pageInstead();
    return { root, token };
  }

  async function signIn(): Promise<IikoSession> {
    await signOut();
    for (const root of apiRoots(account.address)) {
      const session = await signInAt(root);
      if (!session) continue;
      open = session;
      await remember(session);
      return session;
    }
    throw failureOf({ status: 404, location: undefined, text: '', bytes: 0 });
  }

  /** Whether dishes of this server have sizes; an older one refuses a report that asks for them. */
  async function hasSizes({ root, token }: IikoSession, signal: AbortSignal): Promise<OutgoingAnswer | boolean> {
    const url = new URL(`${root}/api/v2/reports/olap/columns`);
    url.searchParams.set('key', token);
    url.searchParams.set('reportType', 'SALES');
    const answer = await send({ url, fingerprint, timeoutMs: COLUMNS_MS, signal });
    if (answer.status === 401) return answer;
    return answer.status === 200 && answer.text.includes('"DishSize.Name"');
  }

  async function report(
    session: IikoSession,
    period: Period,
    to: string,
    signal: AbortSignal,
  ): Promise<OutgoingAnswer> {
    const sizes = await hasSizes(session, signal);
    if (typeof sizes !== 'boolean') return sizes;
    const url = new URL(`${session.root}/api/v2/reports/olap`);
    url.searchParams.set('key', session.token);
    const json = reportOf(period, sizes, store);
    return send({ url, method: 'POST', json, to, fingerprint, timeoutMs: REPORT_MS, signal });
  }

  /** Runs with a session, which is ended whatever happens. */
  async function within(signal: AbortSignal, work: (session: IikoSession) => Promise<OutgoingAnswer>) {
    const session = await signIn();
    try {
      signal.throwIfAborted();
      return await work(session);
    } finally {
      await signOut();
    }
  }

  return {
    /** Writes the sales of a period to a file; false where there were none. Throws FeedFailure. */
    async fetch(period: Period, to: string, signal: AbortSignal): Promise<boolean> {
      const once = (): Promise<OutgoingAnswer> => within(signal, (session) => report(session, period, to, signal));
      const first = await once();
      // the server was restarted, or somebody has ended the session
      const answer = first.status === 401 ? await once() : first;
      if (answer.status === 401) {
        throw new FeedFailure('Сервер iiko дважды закрыл вход сразу после него. Попробуем ещё раз сами');
      }
      if (answer.status !== 200) throw failureOf(answer);
      if (isPage(answer)) throw pageInstead();
      return !isEmpty(answer);
    },
  };
}
export type Iiko = ReturnType<typeof createIiko>;
