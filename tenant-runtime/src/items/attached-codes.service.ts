import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, Forbidden, NotFound } from '@ostatok/kit/node/errors.ts';
import type { AttachedCode } from '../../contract/attached-codes.endpoints.ts';
import type { AttachCode, AttachedFilter } from '../../contract/attached-codes.ts';
import type { Item, ItemCode } from '../../contract/items.endpoints.ts';
import { MAX_CODES } from '../../contract/items.ts';
import type { Role } from '../../contract/users.ts';
import type { AttachedCodeRow, ItemRow } from '../tables.ts';
import {
  decideAttached,
  findAttached,
  insertAttached,
  listAttached,
  lockAttached,
  type NamedAttached,
} from './attached-codes.queries.ts';
import { lockCodes } from './item-codes.queries.ts';
import { eanFrom, eansOf } from './item-codes.ts';
import { itemView } from './item-view.ts';
import { findItem, lockItem, updateItemRow } from './items.queries.ts';
import { noItem, refuseTakenCodes } from './taken.ts';

interface Deps {
  db: Knex;
  clock: () => Date;
  /** Called with items that changed in another way than by a change of quantity. */
  onItems: (items: Item[]) => void;
}

interface Person {
  id: number;
  role: Role;
}

const noCode = (): NotFound => new NotFound('Такого штрихкода среди привязанных нет');

const viewOf = (row: NamedAttached): AttachedCode => ({
  id: row.id,
  ean: row.ean,
  pack: row.pack,
  item: { id: row.item_id, name: row.item_name, unit: row.item_unit },
  user: { id: row.user_id, name: row.user_name },
  at: row.at.toISOString(),
  state: row.accepted === null ? 'waiting' : row.accepted ? 'confirmed' : 'removed',
  decidedBy: row.decided_by === null ? null : { id: row.decided_by, name: row.decided_by_name ?? '' },
});

type Codes = Pick<ItemRow, 'ean' | 'codes'>;

/**
 * Adds the code. A single bottle's barcode becomes the main one if the item has none, once an administrator has
 * confirmed it.
 */
function withCode({ ean, codes }: Codes, code: ItemCode, confirmed: boolean): Partial<Codes> {
  const others = codes.filter((other) => other.ean !== code.ean);
  if (confirmed && ean === null && code.pack === 1) return { ean: code.ean, codes: others };
  return { codes: [...others, code] };
}

const withoutCode = ({ ean, codes }: Codes, gone: string): Codes => ({
  ean: ean === gone ? null : ean,
  codes: codes.filter((code) => code.ean !== gone),
});

/**
 * Tells whether an administrator has made the code the main one or changed its pack: then it is theirs, though it still
 * waits.
 */
const isRewritten = ({ ean, codes }: Codes, attached: ItemCode): boolean =>
  ean === attached.ean || codes.some((code) => code.ean === attached.ean && code.pack !== attached.pack);

const ofAdministrator = (): Conflict =>
  new Conflict('already_decided', 'Штрихкод записал администратор. Убрать его может администратор');

/**
 * Manages barcodes that users attach to items. The barcode counts from that moment, so that the next bottle is found,
 * and an administrator confirms or removes it. Quantities counted by it stay with the item.
 */
export function createAttachedCodes({ db, clock, onItems }: Deps) {
  function announce(row: ItemRow): Item {
    const item = itemView(row);
    onItems([item]);
    return item;
  }

  async function attachIn(trx: Knex.Transaction, item: ItemRow, code: AttachCode, caller: Person): Promise<ItemRow> {
    const { id, pack } = code;
    const ean = eanFrom(code.ean);
    if (eansOf(item).includes(ean)) return item;
    if (item.codes.length >= MAX_CODES) {
      throw new Conflict('too_many_codes', `У «${item.name}» уже ${MAX_CODES} штрихкодов, больше не привязать`);
    }
    await refuseTakenCodes(trx, { ean, codes: [] }, item.id);
    const now = clock();
    const isAdmin = caller.role === 'admin';
    await insertAttached(trx, {
      id,
      ean,
      pack,
      item_id: item.id,
      user_id: caller.id,
      at: code.at && code.at < now ? code.at : now,
      accepted: isAdmin ? true : null,
      decided_by: isAdmin ? caller.id : null,
      decided_at: isAdmin ? now : null,
    });
    return updateItemRow(trx, item.id, withCode(item, { ean, pack }, isAdmin));
  }

  /** Decides under the locks of barcodes and of the item, which may be deleted by now. */
  async function decide(
    id: string,
    caller: Person,
    { accepted, check }: { accepted: boolean; check: (row: AttachedCodeRow) => void },
  ): Promise<Item | undefined> {
    const changed = await db.transaction(async (trx) => {
      await lockCodes(trx);
      const row = await lockAttached(trx, id);
      if (!row) throw noCode();
      check(row);
      if (row.accepted === accepted) return undefined;
      await decideAttached(trx, id, { accepted, decided_by: caller.id, decided_at: clock() });
      const item = await lockItem(trx, row.item_id);
      if (!item || !eansOf(item).includes(row.ean)) return undefined;
      if (!accepted && caller.role !== 'admin' && isRewritten(item, row)) throw ofAdministrator();
      if (!accepted) return updateItemRow(trx, item.id, withoutCode(item, row.ean));
      return item.ean === row.ean ? item : updateItemRow(trx, item.id, withCode(item, row, true));
    });
    return changed && announce(changed);
  }

  return {
    /**
     * Attaches a barcode; a repeated id returns the item as it is. Throws Conflict where another item has the barcode.
     */
    async attach(itemId: number, code: AttachCode, caller: Person): Promise<Item> {
      const { row, isNew } = await db.transaction(async (trx) => {
        await lockCodes(trx);
        const known = await findAttached(trx, code.id);
        const before = await (known ? findItem(trx, known.item_id) : lockItem(trx, itemId));
        if (!before || before.id !== itemId) throw noItem();
        const after = known ? before : await attachIn(trx, before, code, caller);
        return { row: after, isNew: after !== before };
      });
      return isNew ? announce(row) : itemView(row);
    },

    isAttached: async (_itemId: number, { id }: AttachCode): Promise<boolean> => Boolean(await findAttached(db, id)),

    async list(filter: AttachedFilter, page: { offset: number; limit: number; order: 'asc' | 'desc' }) {
      const { rows, total } = await listAttached(db, filter, page);
      return { codes: rows.map(viewOf), total };
    },

    confirm: (id: string, admin: Person): Promise<Item | undefined> =>
      decide(id, admin, {
        accepted: true,
        check({ accepted }) {
          if (accepted === false) throw new Conflict('already_decided', 'Штрихкод уже убрали');
        },
      }),

    /** Removes the attached code; one that was already removed stays so. */
    remove: (id: string, caller: Person): Promise<Item | undefined> =>
      decide(id, caller, {
        accepted: false,
        check({ user_id, accepted }) {
          if (caller.role === 'admin') return;
          if (user_id !== caller.id) throw new Forbidden('not_yours', 'Чужой штрихкод может убрать администратор');
          if (accepted) throw new Conflict('already_decided', 'Штрихкод подтверждён. Убрать его может администратор');
        },
      }),
  };
}
export type AttachedCodes = ReturnType<typeof createAttachedCodes>;
