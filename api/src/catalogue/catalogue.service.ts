import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasFilter, AliasInput, AliasUpdate } from '@ostatok/api/contract/catalogue.ts';
import type { ListBeyond } from '@ostatok/kit/contract/endpoint.ts';
import { rarityOf } from '@ostatok/kit/matching/rarity.ts';
import { toGtin } from '@ostatok/kit/names/barcode.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import { type AliasRow, fieldsOf, merged, OWN, sameFields, toAlias } from './alias-row.ts';
import { findAlias, findAliases } from './aliases.queries.ts';
import { findCandidates, type TextWord } from './candidates.queries.ts';
import { DEEPEST, everyHit, findPage, planSearch } from './found.queries.ts';
import { createHistory } from './history.service.ts';
import { createImports } from './imports.service.ts';
import { aliasesInBatches, BY_RANK, countAliases } from './list.queries.ts';
import { volumeWord } from './names.queries.ts';
import {
  type CodeCorrection,
  findCorrections,
  findOtherCodes,
  type GivenCode,
  type OtherCodes,
  type WantedCodes,
} from './products.queries.ts';
import { createProducts } from './products.service.ts';
import { aliasesOf, aliasOf, productsOf } from './products.ts';
import { latestRevision } from './revisions.queries.ts';
import { type Search, searchOf } from './search.ts';
import { pageOfWindow } from './windows.queries.ts';
import { createWriter, noSuchAlias, type Writer } from './writer.ts';

function known<Found>(found: Found | undefined): Found {
  if (!found) throw noSuchAlias();
  return found;
}

/** One page of the catalogue. */
export interface AliasPage {
  aliases: Alias[];
  /** Exact, except that of more than 10,000 hits of a search it is 10,000. */
  total: number;
  beyond: ListBeyond;
}
type IdPage = Omit<AliasPage, 'aliases'> & { ids: number[] };

const tooDeep = (message: string): InvalidInput => new InvalidInput(message, { page: message });

async function foundPage(db: Knex, search: Search, filter: AliasFilter, page: ListPage): Promise<IdPage> {
  if (page.offset >= DEEPEST) throw tooDeep('Видны первые 10 000 найденных. Уточните поиск');
  const limit = Math.min(page.limit, DEEPEST - page.offset);
  return findPage(db, await planSearch(db, search), filter, { ...page, limit });
}

async function listedPage(db: Knex, { after, ...flags }: AliasFilter, page: ListPage): Promise<IdPage> {
  if (page.offset >= DEEPEST) throw tooDeep('Страницы по номеру есть до 10 000-й строки. Дальше ведёт after');
  const found = await pageOfWindow(db, flags, { ...page, sort: page.sort === BY_RANK ? 'id' : page.sort }, after);
  return { ...found, total: await countAliases(db, flags) };
}

/** What a text says of a bottle. */
export interface SoughtName {
  words: TextWord[];
  volumeMl: number | undefined;
}
/** What a volume says beside a word that names something. */
const OF_VOLUME = 0.4;

/** Aliases that a text may mean, and how its words are spread in the catalogue. */
export interface CatalogueCandidates {
  aliases: Alias[];
  /** How surely the catalogue has each word of the text, from 0 to 1. */
  known: number[];
  /** The logarithm of one in how many names has a word. */
  rarity: (word: string) => number;
  mostRarity: number;
}

function createReading(db: Knex) {
  async function pageOf(query: ListPage, filter: AliasFilter): Promise<IdPage> {
    if (filter.showEmptyOnly && filter.showFullOnly) return { ids: [], total: 0, beyond: {} };
    const search = searchOf(filter.search || filter.q);
    return search ? foundPage(db, search, filter, query) : listedPage(db, filter, query);
  }

  return {
    /** Throws InvalidInput beyond what is reached by the page's number, and for a cursor that is not of this list. */
    async list(query: ListPage, filter: AliasFilter): Promise<AliasPage> {
      const { ids, ...page } = await pageOf(query, filter);
      const rows = new Map((await findAliases(db, 'id', ids)).map((row) => [row.id, row]));
      return {
        aliases: await aliasesOf(
          db,
          ids.flatMap((id) => rows.get(id) ?? []),
        ),
        ...page,
      };
    },
    get: async (id: number): Promise<Alias> => aliasOf(db, known(await findAlias(db, { id }))),
    count: (): Promise<number> => countAliases(db, {}),

    /** Accepts a code in any of its spellings; a further code has its product's facts. Throws NotFound. */
    async lookup(code: string): Promise<Alias> {
      const ean = toGtin(code);
      return aliasOf(db, known(ean === undefined ? undefined : await findAlias(db, { ean })));
    },

    /** The same, but the product's main code. */
    async productOf(code: string): Promise<Alias> {
      const ean = toGtin(code);
      const row = known(ean === undefined ? undefined : await findAlias(db, { ean }));
      return known((await productsOf(db, [row])).get(row.id));
    },

    /** Returns the aliases of these codes, by code. */
    async ofCodes(eans: string[], reader: Knex = db): Promise<Map<string, Alias>> {
      return new Map(
        (await aliasesOf(reader, await findAliases(reader, 'ean', eans))).map((alias) => [alias.ean, alias]),
      );
    },

    /** Returns the products of the codes that exist, by the ids of the codes: those of their main codes. */
    ofIds: async (ids: number[]): Promise<Map<number, Alias>> => productsOf(db, await findAliases(db, 'id', ids)),

    otherCodes: (wanted: WantedCodes, reader: Knex = db): Promise<OtherCodes[]> => findOtherCodes(reader, wanted),

    /** What the catalogue has corrected or separated of the codes that it gave to a tenant. */
    correctionsOf: (given: GivenCode[], reader: Knex = db): Promise<CodeCorrection[]> => findCorrections(reader, given),

    rowOf: (ean: string, reader: Knex): Promise<AliasRow | undefined> => findAlias(reader, { ean }),

    /** Returns the aliases whose names are most like a text, the likeliest first. */
    async candidates({ words, volumeMl }: SoughtName, limit: number): Promise<CatalogueCandidates> {
      const volume =
        volumeMl === undefined ? [] : [{ spellings: [volumeWord(volumeMl)], share: OF_VOLUME, isCut: false }];
      const { aliases, names, known, total } = await findCandidates(db, [...words, ...volume], limit);
      return {
        aliases: aliases.map((row) => toAlias(row)),
        known,
        rarity: (word) => rarityOf(names.get(word) ?? Math.sqrt(total), total),
        mostRarity: rarityOf(1, total),
      };
    },
  };
}

function createEditing({ writer, activity }: { writer: Writer; activity: Activity }) {
  const recordEdit = (
    trx: Knex.Transaction,
    actorId: number,
    act: ActsOn<'alias'>,
    done: string,
    alias: Alias,
    revision: number,
  ): Promise<void> =>
    activity.record(trx, {
      actorId,
      action: `alias.${act}`,
      description: `${done} алиас ${alias.ean} «${alias.description}»`,
      target: `alias:${alias.id}`,
      undo: { revision },
    });

  return {
    create: (actorId: number, input: AliasInput): Promise<Alias> =>
      writer.alone(async (trx) => {
        const alias = await writer.put(
          trx,
          { after: { ...OWN, ...merged(undefined, input) } },
          { action: 'created', actorId },
        );
        await recordEdit(trx, actorId, 'created', 'Добавлен', alias, alias.revision);
        return alias;
      }),

    update: (actorId: number, id: number, { revision, ...input }: AliasUpdate): Promise<Alias> =>
      writer.alone(async (trx) => {
        const before = known(await findAlias(trx, { id }));
        const after = { ...fieldsOf(before), ...merged(fieldsOf(before), input) };
        if (sameFields(fieldsOf(before), after)) return aliasOf(trx, before);
        if (revision !== undefined && revision !== before.revision)
          throw new Conflict('alias_changed', 'Алиас уже изменил кто-то другой. Обновите страницу и повторите');
        const alias = await writer.put(trx, { before, after }, { action: 'updated', actorId });
        await recordEdit(trx, actorId, 'updated', 'Изменён', alias, alias.revision);
        return alias;
      }),

    remove: (actorId: number, id: number): Promise<Alias> =>
      writer.alone(async (trx) => {
        const before = known(await findAlias(trx, { id }));
        const alias = await aliasOf(trx, before);
        await writer.write(trx, [{ before }], { action: 'deleted', actorId });
        await recordEdit(trx, actorId, 'deleted', 'Удалён', alias, await latestRevision(trx));
        return alias;
      }),
  };
}

interface CatalogueOptions {
  db: Knex;
  activity: Activity;
  now?: () => Date;
}

/** The global catalogue of bottles, keyed by GTIN-13. */
export function createCatalogue({ db, activity, now = () => new Date() }: CatalogueOptions) {
  const writer = createWriter({ db, now });
  return {
    /** For other work that changes the catalogue in its own transaction, such as the approval of a proposal. */
    writer,
    ...createReading(db),
    /** The same methods within one transaction; do not use them after its end. */
    over: (trx: Knex.Transaction) => ({
      ...createReading(trx),
      /** Yields all aliases of a listing, in batches. */
      async *inBatches(
        by: Pick<ListPage, 'sort' | 'order'>,
        filter: AliasFilter,
        size: number,
      ): AsyncGenerator<Alias[], void> {
        // no alias is both
        if (filter.showEmptyOnly && filter.showFullOnly) return;
        const search = searchOf(filter.search || filter.q);
        const hits = search && everyHit(trx, await planSearch(trx, search), filter);
        const order = { ...by, sort: by.sort === BY_RANK && !hits ? 'id' : by.sort };
        for await (const rows of aliasesInBatches(trx, hits, filter, order, size)) yield aliasesOf(trx, rows);
      },
    }),
    ...createEditing({ writer, activity }),
    ...createProducts({ db, writer, activity }),
    ...createHistory({ db, writer, activity }),
    ...createImports({ db, writer, activity, now }),
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;
