import type { Knex } from '@ostatok/kit/node/db.ts';
import { InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { MarkItem } from '../../contract/marks.endpoints.ts';
import type { LinkMark } from '../../contract/marks.ts';
import { type Mark, readMark } from '../../contract/read-mark.ts';
import type { Actor } from '../changes/changes.service.ts';
import type { Items } from '../items/items.service.ts';
import type { LookedUp, Lookup } from '../lookup/lookup.service.ts';
import {
  findDeliveredAlccode,
  findMarkedItem,
  insertDeliveredMarks,
  selectAlccodes,
  selectDeliveriesWithStamps,
  selectSaidMarks,
  selectStampsOf,
  upsertMarkItems,
} from './marks.queries.ts';

/** The most stamps that a phone keeps: less than a megabyte. */
const MOST_ON_PHONE = 5000;

interface Deps {
  db: Knex;
  clock: () => Date;
  items: Items;
  lookup: Lookup;
}

function soundMark(text: string): Mark {
  const mark = readMark(text);
  if (!mark) throw new InvalidInput('Это не марка или она прочитана не целиком', { mark: 'Не читается' });
  return mark;
}

/** Tells whose bottles marks are: by what people have said, by the venue's deliveries, and by the GTIN of a mark. */
export function createMarks({ db, clock, items, lookup }: Deps) {
  const alccodeOf = async (mark: Mark): Promise<string | null> => {
    if (mark.kind === 'stamp68') return mark.alccode;
    return mark.kind === 'stamp150' ? findDeliveredAlccode(db, mark.mark) : null;
  };

  async function packOf(mark: Mark, itemId: number): Promise<number> {
    if (mark.kind !== 'gs1') return 1;
    const found = await items.byEan(mark.ean);
    return found?.item.id === itemId ? found.pack : 1;
  }

  async function ofMark(mark: Mark): Promise<LookedUp> {
    const itemId = await findMarkedItem(db, { mark: mark.mark, alccode: await alccodeOf(mark) });
    if (itemId !== undefined) return { item: await items.get(itemId), pack: await packOf(mark, itemId) };
    if (mark.kind === 'gs1') return lookup.find(mark.ean);
    throw new NotFound('Эта марка ещё не знакома', 'mark_unknown');
  }

  return {
    /** Throws InvalidInput, NotFound. */
    async find(text: string): Promise<{ mark: Pick<Mark, 'kind' | 'mark'> } & LookedUp> {
      const mark = soundMark(text);
      return { mark: { kind: mark.kind, mark: mark.mark }, ...(await ofMark(mark)) };
    },

    /** Remembers whose bottle it is, and with it all of its alccode. Throws NotFound. */
    async link({ mark: text, itemId, at = clock() }: LinkMark, actor: Actor): Promise<Item> {
      const mark = soundMark(text);
      const item = await items.get(itemId);
      const alccode = await alccodeOf(mark);
      const now = clock();
      const said = { item_id: item.id, user_id: actor?.id ?? null, at: at < now ? at : now };
      const keys = mark.kind === 'stamp68' ? [mark.alccode] : [mark.mark, ...(alccode ? [alccode] : [])];
      await upsertMarkItems(
        db,
        keys.map((key) => ({ key, ...said })),
      );
      return item;
    },

    /** Keeps the marks of a document's lines; they tell items while the delivery is posted. */
    async keepDelivered(
      trx: Knex.Transaction,
      deliveryId: number,
      lines: readonly { place: number; marks: string[] }[],
    ) {
      const marks = lines.flatMap(({ place, marks }) =>
        marks.flatMap((text) => {
          const mark = readMark(text)?.mark;
          return mark ? { mark, place } : [];
        }),
      );
      await insertDeliveredMarks(trx, deliveryId, marks);
    },

    async known() {
      const [alccodes, marks, deliveries] = await Promise.all([
        selectAlccodes(db),
        selectSaidMarks(db),
        selectDeliveriesWithStamps(db, MOST_ON_PHONE),
      ]);
      return { alccodes, marks, deliveries };
    },

    delivered: (deliveryId: number): Promise<MarkItem[]> => selectStampsOf(db, deliveryId),
  };
}
export type Marks = ReturnType<typeof createMarks>;
