import type { Knex } from 'knex';

const WEIGHED = `case i.unit
  when 'кг' then 0.002
  when 'л' then 0.002 / coalesce(i.density_g_per_ml, 1)
  else coalesce(2.0 / nullif(i.weight_full_g - i.weight_empty_g, 0), 0.05) end`;
const IN_BOTTLES = `i.unit = 'л' and i.volume_ml > 0`;
const ERROR = `case when e.entry = 'weighed' then ${WEIGHED}
  when mod(e.quantity, case when ${IN_BOTTLES} then i.volume_ml / 1000.0 else 1 end) = 0 then 0
  else 0.05 * case when ${IN_BOTTLES} then i.volume_ml / 1000.0 else 1 end end`;

/** When each line of a closed count was seen last, and by how much it may be wrong, as its entries say. */
export async function up(db: Knex): Promise<void> {
  await db.schema.alterTable('count_lines', (t) => {
    t.timestamp('seen_at').comment('the last entry; null while the count is open, and of what nobody has entered');
    t.specificType('error', 'float8').comment('in the unit of the item');
  });
  await db.raw(`
    update count_lines l set seen_at = r.at, error = r.error
      from (select distinct on (s.count_id, s.item_id) s.count_id, s.item_id, s.at, sqrt(s.error)::float8 as error
              from (select e.count_id, e.item_id, e.round, max(e.at) as at, sum(power(${ERROR}, 2)) as error
                      from count_entries e join items i on i.id = e.item_id
                      join counts c on c.id = e.count_id and c.status = 'closed'
                     where e.voided_at is null group by e.count_id, e.item_id, e.round) s
             order by s.count_id, s.item_id, s.round desc) r
     where l.count_id = r.count_id and l.item_id = r.item_id and l.counted is not null`);
}

export async function down(db: Knex): Promise<void> {
  await db.schema.alterTable('count_lines', (t) => {
    t.dropColumns('seen_at', 'error');
  });
}
