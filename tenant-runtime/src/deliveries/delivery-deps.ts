import type { Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { Actor, Changes, NewChange, Written } from '../changes/changes.service.ts';
import type { Counts } from '../counts/counts.service.ts';
import type { Marks } from '../marks/marks.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Suppliers } from '../suppliers/suppliers.service.ts';
import type { DeliveryRow } from '../tables.ts';
import { lockDelivery } from './deliveries.queries.ts';

export interface DeliveryDeps {
  db: Knex;
  clock: () => Date;
  /** The tenant's time zone, by which a document's day begins. */
  timezone: string;
  changes: Pick<Changes, 'applyIn' | 'announce'>;
  counts: Pick<Counts, 'correctBooks' | 'booksCorrected'>;
  suppliers: Suppliers;
  orders: Pick<Orders, 'check' | 'checkPosted' | 'receive' | 'takeBack'>;
  marks: Pick<Marks, 'keepDelivered'>;
  /** Called after the commit, when deliveries have changed. */
  onChange: () => void;
}

export const noDelivery = (): NotFound => new NotFound('Такой поставки нет');

/** Locks a draft. Throws NotFound, Conflict. */
export async function lockDraft(trx: Knex.Transaction, id: number): Promise<DeliveryRow> {
  const delivery = await lockDelivery(trx, id);
  if (!delivery) throw noDelivery();
  if (delivery.status === 'draft') return delivery;
  throw new Conflict('delivery_posted', 'Поставка уже проведена. Чтобы исправить её, отмените её и загрузите заново');
}

/** Applies changes that the delivery itself has decided on; one that is refused stops all. */
export async function applyAll(
  { changes }: Pick<DeliveryDeps, 'changes'>,
  trx: Knex.Transaction,
  wanted: NewChange[],
  actor: Actor,
): Promise<Written> {
  const written = await changes.applyIn(trx, wanted, actor);
  const refused = written.results.flat().find(({ status }) => status === 'rejected');
  if (refused) throw new Conflict('delivery_refused', `Поставка не записана. ${refused.error ?? ''}`.trim());
  return written;
}
