/** The purpose that tokens of MAX's bots are sealed for. */
export const MAX_TOKEN = 'max.bot-token';
