import { type Logger, pino } from 'pino';

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
  'authorization',
  'cookie',
];

/** JSON lines on stdout. `level` is pino's; tests pass 'silent'. */
export function createLog(name: string, level = 'info'): Logger {
  return pino({
    name,
    level,
    redact: {
      paths: secrets.flatMap((key) => [key, `*.${key}`, `*.*.${key}`, `req.headers["${key}"]`]),
      censor: '[скрыто]',
    },
  });
}
