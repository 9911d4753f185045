/** What a user of the table is called: by their name, else as they sign in. */
export const userName = (table: string): string => `coalesce(nullif(${table}.name, ''), ${table}.username)`;
