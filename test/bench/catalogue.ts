import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import type { AliasInput } from '@ostatok/api/contract/catalogue.ts';
import { createCatalogue } from '@ostatok/api/src/catalogue/catalogue.service.ts';
import { toSearchKey } from '@ostatok/api/src/catalogue/search-key.ts';
import { createActivity } from '@ostatok/api/src/overview/activity.service.ts';
import { connect, type Knex } from '@ostatok/kit/node/db.ts';
import { newOwner, startTestPlatform } from '../support/platform.ts';
import { bottleOf, codeOf } from './catalogue-names.ts';
import type { Row } from './row.ts';
import { get, rowsOf, time } from './times.ts';

const ALIASES = 1_000_000;
const AT_ONCE = 100_000;
const PROPOSALS = 50_000;
const QUERIES = 40;
const MAX_LIST_MS = 80;
const MAX_IMPORT_MS = 30_000;

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

/** A hundred thousand at a time through the importing service; answers the slowest of them, in ms. */
export async function fill(db: Knex): Promise<number> {
  const catalogue = createCatalogue({ db, activity: createActivity({ db }) });
  let slowest = 0;
  for (let from = 0; from < ALIASES; from += AT_ONCE) {
    const rows = Array.from({ length: AT_ONCE }, (_, index): AliasInput => bottleOf(from + index));
    const started = performance.now();
    await catalogue.importRows(rows, null);
    slowest = Math.max(slowest, performance.now() - started);
  }
  const proposals = Array.from({ length: PROPOSALS }, (_, index) => {
    const { brand, description, manufacturer, ...bottle } = bottleOf((index * 7) % (ALIASES + 5000));
    const named = { brand, description, manufacturer };
    const tenant = {
      tenant_id: `bench-${index % 900}`,
      key: randomUUID(),
      search_key: toSearchKey(Object.values(named).join(' ')),
    };
    const weights = { weight_empty_g: 400 + (index % 50), weight_full_g: 1500 };
    return { ...bottle, ...named, ...tenant, ...weights, status: index % 10 === 0 ? 'approved' : 'pending' };
  });
  await db.batchInsert('alias_proposals', proposals, 1000);
  await db.raw('vacuum (analyze)');
  return slowest;
}

/** Every kind of page over HTTP, beside one alias read by its number through the same. */
export async function measure(target: { url: string; token: string }): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times = (paths: string[]) =>
    time(
      Array.from(
        { length: QUERIES },
        (_, turn) => () => get(agent, target, `/api/admin/aliases${paths[turn % paths.length]}`),
      ),
    );
  try {
    await times(['/1']);
    const floor = await times(['/1', '/500000', '/999999']);
    const rows: Row[] = [];
    const add = async (name: string, paths: string[]): Promise<void> => {
      rows.push(...rowsOf(`Каталог 1 000 000: ${name}`, await times(paths), MAX_LIST_MS, floor));
    };
    for (const sort of sorts) {
      const page = (number: number): string[] =>
        ['asc', 'desc'].map((order) => `?sortBy=${sort}&sortOrder=${order}&page=${number}`);
      await add(`${sort}, первая`, page(1));
      await add(`${sort}, из середины`, [...page(9_990), ...page(10_010), ...page(7_000)]);
      await add(`${sort}, последняя`, page(20_000));
    }
    for (const flag of ['showEmptyOnly', 'showFullOnly'])
      await add(
        flag,
        ['brand', 'description', 'id'].flatMap((sort) => [
          `?${flag}=true&sortBy=${sort}`,
          `?${flag}=true&sortBy=${sort}&page=800`,
        ]),
      );
    for (const [name, texts] of searches) {
      const asked = texts.map((text) => `?search=${encodeURIComponent(text)}`);
      await add(`поиск, ${name}`, [...asked, ...asked.map((path) => `${path}&sortBy=brand`)]);
    }
    const vodka = `?search=${encodeURIComponent('водка')}`;
    await add('поиск, частое, страница 500', [`${vodka}&page=500`, `${vodka}&page=500&sortBy=description`]);
    await add('история', ['/history', '/history?page=10000', '/history?action=deleted', '/500/history']);
    const proposals = [
      '',
      '?page=450',
      '?page=900',
      '?sortBy=ean',
      '?status=all&sortBy=description',
      '?tenant_id=bench-7',
    ];
    await add(
      '50 000 предложений',
      proposals.map((query) => `/proposals${query}`),
    );
    await add(
      'поиск предложений',
      ['водка', 'glenmore', 'ж', 'qwerty', '4600'].map((text) => `/proposals?search=${encodeURIComponent(text)}`),
    );
    await add('счёт предложений', ['/proposals/counts']);
    return rows;
  } finally {
    agent.destroy();
  }
}

/** Lists, searches and sorts of a catalogue of a million, and an import into it. */
export async function bench(): Promise<Row[]> {
  const platform = await startTestPlatform();
  const db = connect(platform.databaseUrl, { max: 2 });
  try {
    const owner = await newOwner(platform);
    await db('users').where({ id: owner.userId }).update({ role: 'admin' });
    const value = await fill(db);
    const imported = {
      name: 'Импорт 100 000 алиасов',
      value,
      unit: 'мс',
      limit: MAX_IMPORT_MS,
      ok: value <= MAX_IMPORT_MS,
    };
    return [imported, ...(await measure({ url: platform.url, token: owner.token }))];
  } finally {
    await db.destroy();
    await platform.stop();
  }
}
