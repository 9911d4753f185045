/** The message that Telegram sends when a user opens the link and presses «Начать». */
export function startCommand(link: string): string {
  const code = new URL(link).searchParams.get('start');
  if (!code) throw new Error(`no code in ${link}`);
  return `/start ${code}`;
}
