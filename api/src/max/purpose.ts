/** The purpose that tokens of MAX's bots are sealed for. */
export const MAX_TOKEN = 'max.bot-token';
/** The purpose that passes to tenants' pages are sealed for. */
export const MAX_PASS = 'max.pass';
