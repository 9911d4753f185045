import type { Db } from '@ostatok/kit/node/db.ts';
import type { ImportPrices } from '../../contract/imports.endpoints.ts';
import type { PriceReading } from '../../contract/imports.ts';

/** The factor that converts a price as it was read to the price under the other reading. */
const other: Record<PriceReading, string> = { unit: '1000.0 / volume_ml', bottle: 'volume_ml / 1000.0' };

/**
 * Returns the value in roubles of the stock of the file's items at its prices under both readings, without doubtful
 * rows, whose amounts would outweigh the others. Undefined if no price belongs to a bottle that is counted in litres,
 * because then both readings are the same.
 */
export async function worthOfPrices(
  db: Db,
  importId: string,
  reading: PriceReading,
): Promise<Omit<ImportPrices, 'reading' | 'said' | 'header'> | undefined> {
  const { rows } = await db.raw(
    `with priced as materialized (
       select r.row, r.name, case when r.is_similar then '' else r.doubt end as doubt, cast(r.cost as numeric) as cost, cast(i.cost as numeric) as was, coalesce(case when r.action = 'create' then r.quantity else i.quantity end, 0) as quantity,
              case when coalesce(r.unit, i.unit) = 'л' then coalesce(r.volume_ml, i.volume_ml) end as volume_ml
         from import_rows r left join items i on i.id = r.item_id and r.action <> 'create'
        where r.import_id = :importId and r.action <> 'error' and r.cost > 0),
     read as (select *, case when volume_ml is null then cost else cost * (${other[reading]}) end as otherwise from priced),
     example as (select name, volume_ml, cost from read where volume_ml <> 1000
                  order by doubt is not null, abs(otherwise - cost) * abs(quantity) desc, abs(otherwise - cost) desc, row limit 1)
     select cast(coalesce(sum(cost * quantity) filter (where doubt is null), 0) / 100 as float8) as worth,
            cast(coalesce(sum(otherwise * quantity) filter (where doubt is null), 0) / 100 as float8) as "otherWorth",
            cast(count(*) filter (where was > 0 and abs(ln(cost / was)) < abs(ln(otherwise / was))) as int) as nearer_this,
            cast(count(*) filter (where was > 0 and abs(ln(cost / was)) > abs(ln(otherwise / was))) as int) as nearer_other,
            (select jsonb_build_object('name', name, 'volume_ml', volume_ml, 'cost', cost / 100.0) from example) as example
       from read`,
    { importId },
  );
  const [{ worth, otherWorth, nearer_this, nearer_other, example }] = rows;
  return example ? { worth, otherWorth, nearer: { this: nearer_this, other: nearer_other }, example } : undefined;
}
