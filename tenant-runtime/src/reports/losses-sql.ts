/** Sums what went for a reason in a period, by item, without changes that were undone. */
export const LOSSES = `
  select item_id, reason, sum(delta) as quantity, count(*)::int as changes from changes c
   where reason is not null and not exists (select from changes r where r.undoes = c.id)
     and (cast(:from as date) is null or at >= cast(:from as date)::timestamp at time zone :timezone)
     and (cast(:to as date) is null or at < (cast(:to as date) + 1)::timestamp at time zone :timezone)
   group by item_id, reason`;
