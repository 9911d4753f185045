/** Whether the feed `e` is fetched from a till; it is null where there is none. */
export const FETCHED = `(e.kind in ('iiko', 'poster'))`;

/**
 * Which sales `x` the file `f` takes the place of: those of its source in its period in its stores, sales without a store
 * being of any, and all that the files `:fetched` have brought, those of the same feed, which may have led elsewhere then.
 */
export const REPLACED = `x.day between f.from_day and f.to_day
  and (x.source_id = f.source_id and (x.store = any(f.stores) or x.store = '' or '' = any(f.stores))
       or x.file_id = any(cast(:fetched as int[])))`;
