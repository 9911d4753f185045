import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Names whose values never reach a log, at any of the depths we write. */
const secrets = [
  'password',
  'newPassword',
  'oldPassword',
  'adminPassword',
  'token',
  'refreshToken',
  'botToken',
  'secret',
  'secretKey',
  'backupKey',
  'authorization',
  'cookie',
  // of PostgreSQL's errors: it holds whole rows of people
  'detail',
];

/**
 * Errors tell addresses in their text: a bot's token is part of every address of Telegram's, a password of a database's and
 * a mail server's, and a token of the links in letters.
 */
const withoutTokens = (line: string): string =>
  line
    .replace(/\/bot\d+:[\w-]+/g, '/bot[скрыто]')
    .replace(/(:\/\/[^:/\s"@]*):[^@/\s"]+@/g, '$1:[скрыто]@')
    .replace(/([?&](?:token|code|state)=)[^&\s"#]+/g, '$1[скрыто]');

/** JSON lines, on stdout unless told otherwise. `level` is pino's; tests pass 'silent'. */
export function createLog(name: string, level = 'info', destination?: DestinationStream): Logger {
  const options = {
    name,
    level,
    redact: {
      paths: [
        ...secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `req.headers["${key}"]`]),
        'err.aggregateErrors[*].detail',
      ],
      censor: '[скрыто]',
    },
    hooks: { streamWrite: withoutTokens },
  };
  return destination ? pino(options, destination) : pino(options);
}
