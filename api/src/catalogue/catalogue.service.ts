import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { AliasFilter, AliasInput, AliasUpdate } from '@ostatok/api/contract/catalogue.ts';
import { toGtin13 } from '@ostatok/kit/names/barcode.ts';
import { toSearchKey } from '@ostatok/kit/names/search-key.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import { type AliasRow, fieldsOf, merged, sameFields, toAlias } from './alias-row.ts';
import { findAlias, findAliases } from './aliases.queries.ts';
import { createHistory } from './history.service.ts';
import { createImports } from './imports.service.ts';
import { aliasesInBatches, countAliases, type Flags, findPage, findSimilarAliases, pageOfAll } from './list.queries.ts';
import { createMirroredLists, type MirroredLists } from './mirror/mirrored-lists.ts';
import type { MirrorsOptions } from './mirror/mirrors.ts';
import { latestRevision } from './revisions.queries.ts';
import { searchOf } from './search.ts';
import { createWriter, noSuchAlias, type Writer } from './writer.ts';

const known = (row: AliasRow | undefined): AliasRow => {
  if (!row) throw noSuchAlias();
  return row;
};

function createReading(db: Knex, mirrored: MirroredLists) {
  async function pageOf(query: ListPage, filter: AliasFilter): Promise<{ ids: number[]; total: number }> {
    const flags: Flags = filter;
    if (flags.showEmptyOnly && flags.showFullOnly) return { ids: [], total: 0 };
    const search = searchOf(filter.search || filter.q);
    const known = await mirrored.page(db, search, flags, query);
    if (known) return known;
    if (search || flags.id) return findPage(db, search, flags, query);
    return { ids: await pageOfAll(db, flags, query), total: await countAliases(db, flags) };
  }

  return {
    async list(query: ListPage, filter: AliasFilter): Promise<{ aliases: Alias[]; total: number }> {
      const { ids, total } = await pageOf(query, filter);
      const rows = new Map((await findAliases(db, 'id', ids)).map((row) => [row.id, row]));
      const aliases = ids.flatMap((id) => rows.get(id) ?? []).map(toAlias);
      return { aliases, total };
    },
    get: async (id: number): Promise<Alias> => toAlias(known(await findAlias(db, { id }))),
    count: (): Promise<number> => countAliases(db, {}),

    /** Accepts a code in any of its spellings. Throws NotFound. */
    async lookup(code: string): Promise<Alias> {
      const ean = toGtin13(code);
      return toAlias(known(ean === undefined ? undefined : await findAlias(db, { ean })));
    },

    /** Returns the aliases of these codes, by code. */
    async ofCodes(eans: string[], reader: Knex = db): Promise<Map<string, Alias>> {
      return new Map((await findAliases(reader, 'ean', eans)).map((row) => [row.ean, toAlias(row)]));
    },

    rowOf: (ean: string, reader: Knex): Promise<AliasRow | undefined> => findAlias(reader, { ean }),

    /** Returns the aliases whose names sound most like the text, with a confidence from 0 to 1. */
    async similar(text: string, limit: number): Promise<(Alias & { confidence: number })[]> {
      const key = toSearchKey(text);
      if (key === '') return [];
      const rows = await db.transaction((trx) => findSimilarAliases(trx, key, limit));
      return rows.map(({ confidence, ...row }) => ({ ...toAlias(row), confidence }));
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
        const alias = await writer.put(trx, { after: merged(undefined, input) }, { action: 'created', actorId });
        await recordEdit(trx, actorId, 'created', 'Добавлен', alias, alias.revision);
        return alias;
      }),

    update: (actorId: number, id: number, { revision, ...input }: AliasUpdate): Promise<Alias> =>
      writer.alone(async (trx) => {
        const before = known(await findAlias(trx, { id }));
        const after = merged(fieldsOf(before), input);
        if (sameFields(fieldsOf(before), after)) return toAlias(before);
        if (revision !== undefined && revision !== before.revision)
          throw new Conflict('alias_changed', 'Алиас уже изменил кто-то другой. Обновите страницу и повторите');
        const alias = await writer.put(trx, { before, after }, { action: 'updated', actorId });
        await recordEdit(trx, actorId, 'updated', 'Изменён', alias, alias.revision);
        return alias;
      }),

    remove: (actorId: number, id: number): Promise<Alias> =>
      writer.alone(async (trx) => {
        const before = known(await findAlias(trx, { id }));
        await writer.write(trx, [{ before }], { action: 'deleted', actorId });
        await recordEdit(trx, actorId, 'deleted', 'Удалён', toAlias(before), await latestRevision(trx));
        return toAlias(before);
      }),
  };
}

interface CatalogueOptions extends MirrorsOptions {
  activity: Activity;
  now?: () => Date;
}

/** The global catalogue of bottles, keyed by GTIN-13. */
export function createCatalogue({ db, activity, now = () => new Date(), ...mirroring }: CatalogueOptions) {
  const writer = createWriter({ db, now });
  const mirrored = createMirroredLists({ db, ...mirroring });
  return {
    /** For other work that changes the catalogue in its own transaction, such as the approval of a proposal. */
    writer,
    ...createReading(db, mirrored),
    /** The same methods within one transaction; do not use them after its end. */
    over: (trx: Knex.Transaction) => ({
      ...createReading(trx, mirrored),
      /** Yields all aliases of a listing, in batches. */
      async *inPortions(
        by: Pick<ListPage, 'sort' | 'order'>,
        filter: AliasFilter,
        size: number,
      ): AsyncGenerator<Alias[], void> {
        // no alias is both
        if (filter.showEmptyOnly && filter.showFullOnly) return;
        const search = searchOf(filter.search || filter.q);
        for await (const rows of aliasesInBatches(trx, search, filter, by, size)) yield rows.map(toAlias);
      },
    }),
    ...createEditing({ writer, activity }),
    ...createHistory({ db, writer, activity }),
    ...createImports({ db, writer, activity, foresee: mirrored.foresee }),
    /** Prepares fast lists of a long catalogue in advance. */
    prepare: mirrored.prepare,
    close: mirrored.close,
  };
}
export type Catalogue = ReturnType<typeof createCatalogue>;
