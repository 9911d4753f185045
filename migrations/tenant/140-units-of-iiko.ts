import type { Knex } from 'knex';

/**
 * What iiko's invoices count in is remembered apart from the supplier's own papers without units. Of what was remembered
 * before, the last posted paper with the article tells of which of them it is.
 */
export async function up(db: Knex): Promise<void> {
  await db.raw(`
    update supplier_articles a set unit = 'IIKO'
     where a.unit = '' and (
       select d.kind from delivery_lines l join deliveries d on d.id = l.delivery_id
        where l.item_id = a.item_id and 'code:' || l.code = a.key and d.supplier_id = a.supplier_id
          and d.posted_at is not null and l.cost_seq is not null
        order by l.cost_seq desc limit 1) = 'iiko_invoice'`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw(`update supplier_articles set unit = '' where unit = 'IIKO'`);
}
