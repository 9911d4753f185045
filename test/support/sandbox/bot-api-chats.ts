import test from 'ava';
import { startSandbox } from './sandbox.ts';

export let sandbox: Awaited<ReturnType<typeof startSandbox>>;

/** Starts the file's built-in Bot API before its tests and stops it after them. */
export function setUpSandbox(): void {
  test.before(async () => {
    sandbox = await startSandbox();
  });
  test.after.always(() => sandbox.stop());
}

let chats = 0;
/** A new bot and a new user, who has sent `/start` unless disabled. */
export async function newChat({ started = true } = {}) {
  chats += 1;
  const username = `anna_${chats}`;
  const bot = await sandbox.sandbox.createBot('Бар');
  const person = await sandbox.sandbox.chat.createPerson({ first_name: 'Анна', username });
  const path = `/chats/${bot.id}/${person.id}`;
  if (started) await sandbox.page(`${path}/messages`, { text: '/start' });
  const call = (method: string, params: unknown = {}) => sandbox.bot(bot.token, method, params);
  return { bot, person, path, call };
}
