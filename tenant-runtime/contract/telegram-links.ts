/** Returns the link that sends this code to the bot. */
export function startLink(botUrl: string, code: string): string {
  const url = new URL(botUrl);
  url.searchParams.set('start', code);
  return url.href;
}
