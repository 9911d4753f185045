/** The means by which the change `c` was given; for rows older than the column it follows `methodOf`. */
export const METHOD = `coalesce(c.entry, case when c.source in ('import', 'count', 'delivery') then null when c.method = 'weight' then 'weighed'
                          when c.source = 'scanner' then 'scanned' else 'typed' end)`;
