/**
 * The message that a messenger sends when a user opens the link and presses «Начать». A link of MAX names the venue
 * before the code, which the platform takes away.
 */
export function startCommand(link: string): string {
  const code = new URL(link).searchParams.get('start');
  if (!code) throw new Error(`no code in ${link}`);
  return `/start ${new URL(link).hostname === 'max.ru' ? code.replace(/^test-tenant-/, '') : code}`;
}
