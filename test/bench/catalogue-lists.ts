import { Agent } from 'node:http';
import { codeOf } from './catalogue-names.ts';
import type { Row } from './row.ts';
import { get, rowsOf, time } from './times.ts';

const QUERIES = 40;
const MAX_LIST_MS = 80;

const sorts = [
  'id',
  'ean',
  'brand',
  'category',
  'volume_ml',
  'weight_full_g',
  'description',
  'created_at',
  'updated_at',
];
const searches: [string, string[]][] = [
  ['частое слово', ['водка', 'vodka', 'виски', 'ликёр', 'reserve', 'премиум']],
  ['редкое', ['партия 1234', 'Белуга премиум 17', 'glenmore cask 3', 'Ладожская', 'castlewell xo 21']],
  ['одна буква', ['в', 'k', 'о', 's', 'ж']],
  ['две буквы', ['во', 'gl', 'пр', 'ст', 'xo']],
  ['ничего', ['Ессентуки', 'qwerty', 'щщщщ', '%%%', '9999999999']],
  ['код', [codeOf(5), codeOf(777_777).slice(0, 9), '4600', '0800', codeOf(424_242)]],
];

const found = (text: string): string => `?search=${encodeURIComponent(text)}`;

/** Requests for the pages of each kind of list. `next` are cursors of each sort, some windows from its beginning. */
function listed(next: Map<string, string>): [string, string[]][] {
  const kinds: [string, string[]][] = [];
  for (const sort of sorts) {
    const page = (number: number, more = ''): string[] =>
      ['asc', 'desc'].map((order) => `?sortBy=${sort}&sortOrder=${order}&page=${number}${more}`);
    kinds.push(
      [`${sort}, первая`, page(1)],
      [`${sort}, страница 200`, [...page(200), ...page(100)]],
      [`${sort}, по курсору`, [1, 200].map((number) => `${next.get(sort)}&page=${number}`)],
      [`${sort}, последние`, [...page(1, '&after=last'), ...page(200, '&after=last')]],
    );
  }
  for (const flag of ['showEmptyOnly', 'showFullOnly']) {
    const orders = ['brand', 'description', 'id'].map((sort) => `?${flag}=true&sortBy=${sort}`);
    kinds.push([flag, orders.flatMap((query) => [query, `${query}&page=200`])]);
    const words = ['водка', 'gl', 'премиум', 'в'].map((text) => `${found(text)}&${flag}=true`);
    kinds.push([`${flag} и поиск`, words.flatMap((query) => [query, `${query}&sortBy=brand&page=40`])]);
  }
  for (const [name, texts] of searches)
    kinds.push([`поиск, ${name}`, texts.flatMap((text) => [found(text), `${found(text)}&sortBy=brand`])]);
  kinds.push([
    'поиск, частое, страница 200',
    ['водка', 'во'].flatMap((text) => [`${found(text)}&page=200`, `${found(text)}&page=200&sortBy=description`]),
  ]);
  const far = ['brand', 'description', 'weight_full_g', 'created_at'].map((sort) => `&sortBy=${sort}`);
  kinds.push([
    'широкий поиск, глубоко',
    ['во', 'в', '46', 'reserve'].flatMap((text) => far.map((sort) => `${found(text)}${sort}&sortOrder=desc&page=200`)),
  ]);
  return kinds;
}

/** The first requests of a user, some of each kind. */
const firstLooks = [
  ...[
    '',
    '?sortBy=brand',
    '?sortBy=description&page=150',
    '?showFullOnly=true',
    '?sortBy=weight_full_g&sortOrder=desc',
  ],
  ...['водка', 'gl', 'в', 'Белуга премиум 17', '4600'].flatMap((text) => [
    found(text),
    `${found(text)}&sortBy=brand&page=9`,
  ]),
];

const WINDOWS = 5;

/** Walks each sort some windows on. */
async function cursors(agent: Agent, target: Target): Promise<Map<string, string>> {
  const next = new Map<string, string>();
  for (const sort of sorts) {
    let after = '';
    for (let left = WINDOWS; left > 0; left -= 1) {
      const { pagination } = JSON.parse(await get(agent, target, `/api/admin/aliases?sortBy=${sort}&after=${after}`));
      after = pagination.next;
    }
    next.set(sort, `?sortBy=${sort}&after=${after}`);
  }
  return next;
}

export interface Target {
  url: string;
  token: string;
}

/** Measures lists over HTTP, beside a read of one alias by its id over the same connection. */
export async function createListTimes(target: Target) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = (paths: string[]) =>
    time(
      Array.from(
        { length: QUERIES },
        (_, turn) => () => get(agent, target, `/api/admin/aliases${paths[turn % paths.length]}`),
      ),
    );
  await times(['/1']);
  const floor = await times(['/1', '/500000', '/999999']);
  const of = async (name: string, paths: string[]): Promise<Row[]> =>
    rowsOf(`Каталог 1 000 000: ${name}`, await times(paths), MAX_LIST_MS, floor);

  return {
    first: (when: string): Promise<Row[]> => of(`первые запросы ${when}`, firstLooks),

    async all(): Promise<Row[]> {
      const rows: Row[] = [];
      for (const [name, paths] of listed(await cursors(agent, target))) rows.push(...(await of(name, paths)));
      rows.push(
        ...(await of('история', ['/history', '/history?page=10000', '/history?action=deleted', '/500/history'])),
      );
      const proposals = [
        ...['', '?page=450', '?page=900', '?sortBy=ean', '?status=all&sortBy=description', '?tenant_id=bench-7'],
      ].map((query) => `/proposals${query}`);
      rows.push(...(await of('50 000 предложений', proposals)));
      const texts = ['водка', 'glenmore', 'ж', 'qwerty', '4600'].map((text) => `/proposals${found(text)}`);
      rows.push(...(await of('поиск предложений', texts)));
      rows.push(...(await of('счёт предложений', ['/proposals/counts'])));
      return rows;
    },
    close: (): void => agent.destroy(),
  };
}
