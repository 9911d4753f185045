import type { Knex } from '@ostatok/kit/node/db.ts';
import { BotApiError } from '../../bot-api/bot-api-error.ts';
import { updateBot } from '../bots.queries.ts';
import type { UpdateRow } from '../updates.queries.ts';
import type { Updates } from '../updates.service.ts';
import type { Method } from './methods.ts';
import { commandParams, pollParams } from './params.ts';
import { badRequest, ok, unsuccessful } from './protocol.ts';
import { botUser } from './shape.ts';

/** Events are kept as text: their `seq` exceeds the numbers of JSON that JavaScript reads. */
const jsonOf = ({ payload }: UpdateRow): string => (payload as { json: string }).json;

interface Parts {
  db: Knex;
  updates: Pick<Updates, 'poll'>;
  /** The address at which this process reaches the Bot API. */
  origin: () => string;
  now: () => Date;
}

/** The methods of MAX about the bot itself, its events and its uploads. Webhooks are refused: bots poll here. */
export function createBotMethods({ db, updates, origin, now }: Parts): Record<string, Method> {
  const poll: Method = async ({ bot, query, gone }) => {
    const asked = pollParams(query);
    if ('status' in asked) return asked;
    const { marker, types, ...batch } = asked;
    // another poll has begun: this one ends with nothing
    const rows = await updates.poll(bot.id, { offset: marker ?? 0, ...batch }, gone).catch((error) => {
      if (error instanceof BotApiError) return [];
      throw error;
    });
    const wanted = rows.filter(({ kind }) => !types || types.includes(kind));
    const last = rows.at(-1);
    return {
      status: 200,
      body: `{"updates":[${wanted.map(jsonOf).join(',')}],"marker":${last ? last.update_id + 1 : (marker ?? null)}}`,
      headers: { 'content-type': 'application/json; charset=utf-8' },
    };
  };

  return {
    'GET /me': async ({ bot }) =>
      ok({
        ...botUser(bot, now()),
        commands: bot.commands.map(({ command, description }) => ({ name: command, description })),
      }),
    async 'PATCH /me/commands'({ bot, body }) {
      const asked = commandParams(body);
      if ('status' in asked) return asked;
      const { commands } = asked;
      const named = commands.map(({ name, description }) => ({ command: name, description: description ?? '' }));
      await updateBot(db, bot.id, { commands: JSON.stringify(named) });
      return ok({ commands });
    },
    'GET /subscriptions': async () => ok({ subscriptions: [] }),
    'POST /subscriptions': async () => unsuccessful('the built-in chat calls no webhooks: poll'),
    'DELETE /subscriptions': async () => unsuccessful('no such subscription'),
    'GET /updates': poll,
    async 'POST /uploads'({ bot, query }) {
      const type = query.get('type') ?? '';
      if (type !== 'file' && type !== 'image') return badRequest('type: the built-in chat takes image or file');
      return ok({ url: `${origin()}/upload/${type}/${bot.id}` });
    },
  };
}
