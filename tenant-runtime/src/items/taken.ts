import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ItemRow } from '../tables.ts';
import { findCodeHolder } from './item-codes.queries.ts';
import { eansOf } from './item-codes.ts';

export const noItem = (): NotFound => new NotFound('Такой позиции нет');

/**
 * Throws Conflict for a duplicate name, which the unique key detects; codes are looked up beforehand, under their lock.
 */
export async function refusingDoubles<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (constraintOf(error) !== 'items_name_key') throw error;
    throw new Conflict('item_exists', 'Такая позиция уже есть', { name: 'Уже есть' });
  }
}

/** Throws Conflict with the name of the other item that has one of the barcodes; call it under `lockCodes`. */
export async function refuseTakenCodes(
  trx: Knex.Transaction,
  item: Pick<ItemRow, 'ean' | 'codes'>,
  id: number | null,
): Promise<void> {
  const holder = await findCodeHolder(trx, eansOf(item), id);
  if (!holder) return;
  const field = holder.ean === item.ean ? 'ean' : 'codes';
  throw new Conflict('ean_taken', `Штрихкод ${holder.ean} уже у позиции «${holder.name}»`, {
    [field]: `Уже у «${holder.name}»`,
  });
}
