import { type BotCommand, badRequest, isObject, isText, parseJson, type Reply } from './protocol.ts';

const LONGEST_POLL_S = 30;
const BIGGEST_BATCH = 100;
const MOST_COMMANDS = 32;

/** A whole number of the query within limits; undefined when it is something else. */
function numberIn(query: URLSearchParams, name: string, usual: number, least: number, most: number) {
  const text = query.get(name) ?? String(usual);
  const number = Number(text);
  return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
}

export interface PollParams {
  /** Undefined where none was given. */
  marker: number | undefined;
  limit: number;
  /** In seconds. */
  timeout: number;
  types: string[] | undefined;
}

/** What a poll asks for, or why MAX refuses it. */
export function pollParams(query: URLSearchParams): PollParams | Reply {
  const limit = numberIn(query, 'limit', BIGGEST_BATCH, 1, 1000);
  const timeout = numberIn(query, 'timeout', LONGEST_POLL_S, 0, LONGEST_POLL_S);
  const isMarked = query.has('marker') && query.get('marker') !== 'null';
  const marker = isMarked ? numberIn(query, 'marker', 0, 0, Number.MAX_SAFE_INTEGER) : 0;
  if (limit === undefined || timeout === undefined || marker === undefined)
    return badRequest('limit: 1 to 1000, timeout: 0 to 30, marker: a number');
  return {
    marker: isMarked ? marker : undefined,
    limit: Math.min(limit, BIGGEST_BATCH),
    timeout,
    types: query.get('types')?.split(','),
  };
}

const isCommand = (value: unknown): value is BotCommand =>
  isObject(value) && isText(value.name, 64, 1) && (value.description == null || isText(value.description, 128, 1));

/** The commands that a bot is to have, or why MAX refuses them. */
export function commandParams(body: Buffer): { commands: BotCommand[] } | Reply {
  const asked = parseJson(body.toString());
  const commands = isObject(asked) ? asked.commands : undefined;
  return Array.isArray(commands) && commands.length <= MOST_COMMANDS && commands.every(isCommand)
    ? { commands }
    : badRequest('commands: at most 32, each with a name of 1 to 64 and a description of 1 to 128 characters');
}
