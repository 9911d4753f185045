/** By what means the change `c` was given, as `methodOf` tells it of rows older than the column. */
export const METHOD = `coalesce(c.entry, case when c.source in ('import', 'count') then null when c.method = 'weight' then 'weighed'
                          when c.source = 'scanner' then 'scanned' else 'typed' end)`;
