import { isAbsolute, relative, sep } from 'node:path';
import type { TenantSpec } from './host.ts';
import { isRelease } from './release.ts';
import type { Request } from './spawner-messages.ts';
import { isVenueNumber } from './users.ts';

const VENUE_ID = /^t[a-z0-9]{1,20}$/;
const VARIABLE = /^[A-Z][A-Z0-9_]{0,63}$/;
const LONGEST_VALUE = 16_384;
const MOST_VARIABLES = 64;
/** A tenant's own folder, or the place where it was set aside. */
const FOLDER = [/^tenants\/t[a-z0-9]{1,20}$/, /^quarantine\/[\w-]{1,64}\/files$/];

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function isEnv(env: unknown): boolean {
  if (!isFields(env) || Object.keys(env).length > MOST_VARIABLES) return false;
  return Object.entries(env).every(
    ([name, value]) => VARIABLE.test(name) && typeof value === 'string' && value.length <= LONGEST_VALUE,
  );
}

const isSpec = (spec: unknown): spec is TenantSpec =>
  isFields(spec) &&
  VENUE_ID.test(String(spec.id)) &&
  isVenueNumber(spec.number) &&
  isRelease(spec.release) &&
  isEnv(spec.env) &&
  isEnv(spec.secrets) &&
  isFields(spec.limits) &&
  isCount(spec.limits.memoryMb) &&
  isCount(spec.limits.tasks);

function isFolder(home: string, path: unknown): boolean {
  if (typeof path !== 'string' || !isAbsolute(path)) return false;
  const inside = relative(home, path).split(sep).join('/');
  return FOLDER.some((folder) => folder.test(inside));
}

const isPort = (port: unknown): boolean => isCount(port) && Number(port) < 65_536;

/** Whether the message is a known request that holds only values which tenants of this data folder can have. */
export function isRequest(home: string, message: unknown): message is Request {
  if (!isFields(message)) return false;
  if ('venue' in message) return isCount(message.venue) && ['SIGTERM', 'SIGKILL'].includes(String(message.kill));
  if (!isCount(message.call)) return false;
  if ('launch' in message) return isSpec(message.launch);
  if ('empty' in message) return isFolder(home, message.empty);
  if ('launchPostgres' in message) return isPort(message.launchPostgres);
  if ('interruptPostgres' in message) return isCount(message.interruptPostgres);
  const { endLeftOver } = message;
  return isFields(endLeftOver) && VENUE_ID.test(String(endLeftOver.id)) && isCount(endLeftOver.pid);
}
