import type { Knex } from '@ostatok/kit/node/db.ts';
import { BotApiError } from '../../bot-api/bot-api-error.ts';
import { updateBot } from '../bots.queries.ts';
import type { UpdateRow } from '../updates.queries.ts';
import type { Updates } from '../updates.service.ts';
import type { Method } from './methods.ts';
import { type BotCommand, badRequest, isObject, isText, ok, parseJson, unsuccessful } from './protocol.ts';
import { botUser } from './shape.ts';

const LONGEST_POLL_S = 30;
const BIGGEST_BATCH = 100;
const MOST_COMMANDS = 32;

const isCommand = (value: unknown): value is BotCommand =>
  isObject(value) && isText(value.name, 64, 1) && (value.description == null || isText(value.description, 128, 1));

/** A whole number of the query within limits; undefined when it is something else. */
function numberIn(query: URLSearchParams, name: string, usual: number, least: number, most: number) {
  const text = query.get(name) ?? String(usual);
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
}

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
    const limit = numberIn(query, 'limit', BIGGEST_BATCH, 1, 1000);
    const timeout = numberIn(query, 'timeout', LONGEST_POLL_S, 0, LONGEST_POLL_S);
    const isMarked = query.has('marker') && query.get('marker') !== 'null';
    const marker = isMarked ? numberIn(query, 'marker', 0, 0, Number.MAX_SAFE_INTEGER) : 0;
    if (limit === undefined || timeout === undefined || marker === undefined)
      return badRequest('limit: 1 to 1000, timeout: 0 to 30, marker: a number');
    const types = query.get('types')?.split(',');
    const asked = { offset: marker, limit: Math.min(limit, BIGGEST_BATCH), timeout };
    // another poll has begun: this one ends with nothing
    const rows = await updates.poll(bot.id, asked, gone).catch((error) => {
      if (error instanceof BotApiError) return [];
      throw error;
    });
    const wanted = rows.filter(({ kind }) => !types || types.includes(kind));
    const last = rows.at(-1)?.update_id;
    const next = last === undefined ? (isMarked ? marker : null) : last + 1;
    return {
      status: 200,
      body: `{"updates":[${wanted.map(jsonOf).join(',')}],"marker":${next}}`,
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
      const asked = parseJson(body.toString());
      const commands = isObject(asked) ? asked.commands : undefined;
      if (!Array.isArray(commands) || commands.length > MOST_COMMANDS || !commands.every(isCommand))
        return badRequest(`commands: at most ${MOST_COMMANDS}, each with a name`);
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
