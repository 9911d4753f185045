/** Returns the SQL for a user's displayed name: their name, or else their login. */
export const userName = (table: string): string => `coalesce(nullif(${table}.name, ''), ${table}.username)`;
