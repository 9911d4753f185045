import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { ProductCode } from '@ostatok/api/contract/catalogue.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import { type AliasRow, fieldsOf, sameFields } from './alias-row.ts';
import { findAlias } from './aliases.queries.ts';
import { findFurther } from './products.queries.ts';
import { aliasesOf, aliasOf } from './products.ts';
import { lastLinking, latestRevision } from './revisions.queries.ts';
import { noSuchAlias, type Writer } from './writer.ts';

async function mainOf(db: Knex, id: number): Promise<AliasRow> {
  const row = await findAlias(db, { id });
  const main = row && row.product_id !== null ? await findAlias(db, { id: row.product_id }) : row;
  if (!main) throw noSuchAlias();
  return main;
}

/** The first of these that holds is why the code cannot be the product's. */
function refuseCode(main: AliasRow, code: AliasRow, revision: number | undefined): void {
  if (code.id === main.id) throw new Conflict('main_code', 'Это основной код этого товара', { ean: 'Уже основной' });
  if (code.product_id !== null && code.product_id !== main.id) {
    const message = `Код ${code.ean} — уже код другого товара: «${code.description}». Сначала отделите его`;
    throw new Conflict('code_taken', message, { ean: 'Код другого товара' });
  }
  if (revision !== undefined && revision !== code.revision)
    throw new Conflict('alias_changed', 'Алиас уже изменил кто-то другой. Обновите страницу и повторите');
}

interface ProductsDeps {
  db: Knex;
  writer: Writer;
  activity: Activity;
}

/** Several codes of one product. */
export function createProducts({ db, writer, activity }: ProductsDeps) {
  return {
    /** All codes of the product that has this one: the main one, then bottles, then cases. */
    async codes(id: number): Promise<Alias[]> {
      const main = await mainOf(db, id);
      return aliasesOf(db, [main, ...(await findFurther(db, [main.id]))]);
    },

    /** Links an existing alias or adds the code; a code that the product has already gets the pack. */
    addCode: (actorId: number, id: number, { ean, pack, revision }: ProductCode): Promise<Alias> =>
      writer.alone(async (trx) => {
        const main = await mainOf(trx, id);
        const before = await findAlias(trx, { ean });
        if (before) refuseCode(main, before, revision);
        const after = { ...fieldsOf(main), ean, product_id: main.id, pack };
        if (before && sameFields(fieldsOf(before), after)) return aliasOf(trx, before);
        const action = before ? 'updated' : 'created';
        const alias = await writer.put(trx, { before, after }, { action, actorId });
        await activity.record(trx, {
          actorId,
          action: 'alias.code_added',
          description: `Код ${ean} (${packText(pack)}) добавлен товару ${main.ean} «${main.description}»`,
          target: `alias:${alias.id}`,
          undo: { revision: alias.revision },
        });
        return alias;
      }),

    /** The code is what it was before: an alias of its own, or none, and then null is returned. */
    separate: (actorId: number, id: number): Promise<{ alias: Alias | null; revision: number }> =>
      writer.alone(async (trx) => {
        const main = await mainOf(trx, id);
        const before = await findAlias(trx, { id });
        if (!before || before.product_id === null)
          throw new Conflict('main_code', 'Это основной код товара: отделять его не от чего');
        const was = (await lastLinking(trx, id))?.before;
        const after = was && { ...was, ean: before.ean };
        const alias = after ? await writer.put(trx, { before, after }, { action: 'updated', actorId }) : null;
        if (!after) await writer.write(trx, [{ before }], { action: 'deleted', actorId });
        const revision = alias?.revision ?? (await latestRevision(trx));
        await activity.record(trx, {
          actorId,
          action: 'alias.code_separated',
          description: `Код ${before.ean} отделён от товара ${main.ean} «${main.description}»`,
          target: `alias:${id}`,
          undo: { revision },
        });
        return { alias, revision };
      }),
  };
}
