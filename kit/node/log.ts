import { type DestinationStream, type Logger, pino } from 'pino';
import { requestFields } from './request-scope.ts';

export type { Logger };

/** Values under these names never reach a log, at any depth that we write. */
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
  // part of PostgreSQL's errors: it holds whole rows of personal data
  'detail',
];

/**
 * Error messages contain addresses with secrets: Telegram's hold the bot's token, a database's or a mail server's its
 * password, links in letters a token.
 */
const withoutTokens = (line: string): string =>
  line
    .replace(/\/bot\d+:[\w-]+/g, '/bot[скрыто]')
    .replace(/(:\/\/[^:/\s"@]*):[^@/\s"]+@/g, '$1:[скрыто]@')
    .replace(/([?&](?:token|code|state)=)[^&\s"#]+/g, '$1[скрыто]');

/** Logs JSON lines, to stdout unless `destination` is given. `level` is pino's; tests pass 'silent'. */
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
    // every line that a request causes says which one, and who sent it
    mixin: () => requestFields(),
  };
  return destination ? pino(options, destination) : pino(options);
}
