/**
 * Checks imports and calls that the linter cannot check: routes pass on only validated input, Knex is used only in
 * queries and Express only where HTTP is spoken, a slice's queries are used only by that slice, advisory locks are named in
 * one file, and the React apps import in one direction.
 * `node scripts/check-layers.mjs` prints every line that breaks a rule.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const apps = [
  'api/src',
  'tenant-runtime/src',
  'owner-ui/src',
  'tenant-runtime/panel',
  'tenant-runtime/scanner',
  'tenant-runtime/web',
];

/**
 * The slice of `api/src/billing/quote.ts` is `api/src/billing`. Files beside the slices and in `bootstrap` wire them, and
 * `platform` serves all of them; these have no slice.
 */
const sliceOf = (file) =>
  /^(?:api\/src\/(?:bootstrap|platform)\/)/.test(file)
    ? undefined
    : /^((?:api|tenant-runtime)\/src\/[^/]+)\//.exec(file)?.[1];

const IMPORT = /^(?:import|export) (type )?[^;]*?from '([^']+)'/gms;
const SPEAKS_HTTP = /\.routes\.ts$|^api\/src\/bootstrap\/|^tenant-runtime\/src\/app\.ts$/;

function* importMistakes(file, source) {
  const isQueries = file.endsWith('.queries.ts');
  for (const { 1: isType, 2: path = '', index } of source.matchAll(IMPORT)) {
    if (path === 'knex' && !isType && !isQueries) yield { index, why: 'Knex belongs to *.queries.ts' };
    if (path === 'express' && !isType && !SPEAKS_HTTP.test(file))
      yield { index, why: 'Express belongs to *.routes.ts' };
    if (!path.startsWith('.') || !path.endsWith('.queries.ts')) continue;
    const [ours, theirs] = [sliceOf(file), sliceOf(posix.join(posix.dirname(file), path))];
    if (ours && theirs && ours !== theirs)
      yield {
        index,
        why: 'a slice uses another one through its service; rows that several read are typed in tables.ts',
      };
    if (theirs && file.endsWith('.routes.ts')) yield { index, why: 'routes go through a service' };
  }
}

const LOCKS = /^(?:api\/src\/platform\/locks\.queries|tenant-runtime\/src\/locks-sql)\.ts$/;

function* lockMistakes(file, source) {
  if (LOCKS.test(file)) return;
  for (const { index } of source.matchAll(/\bpg_(?:try_)?advisory_/g))
    yield { index, why: 'an advisory lock is taken by its name in the registry of locks' };
}

const KNEX_CALL = /\b(?:db|trx|tx|knex)(?:<[^()]*>)?(?:\(\s*['"`{]|\.(?:raw|schema|select|from|insert|into)\b)/g;

function* knexMistakes(file, source) {
  if (/(\.queries|-sql)\.ts$/.test(file)) return;
  for (const { index } of source.matchAll(KNEX_CALL)) yield { index, why: 'Knex calls belong to *.queries.ts' };
}

/** A body is validated by its schema, or declared as unknown. */
const CHECKED = /(?:\bparse\(\s*\w+,\s*|: unknown = )$/;

function* bodyMistakes(file, source) {
  if (!file.endsWith('.routes.ts')) return;
  for (const { index } of source.matchAll(/\breq\.body\b/g)) {
    if (!CHECKED.test(source.slice(0, index))) yield { index, why: 'a body goes through parse(schema, req.body)' };
  }
}

/** A body that is read by Express itself may be nested without end. */
const EXPRESS_JSON = /\bexpress\.json\b|\bfrom 'body-parser'|^import [^;]*\{[^;}]*\bjson\b[^;}]*\} from 'express'/gm;

function* jsonMistakes(_file, source) {
  for (const { index } of source.matchAll(EXPRESS_JSON)) yield { index, why: 'JSON is read by jsonBody of kit' };
}

/** The app and the folder that a file of a React app is in; undefined beside the folders, where `main.tsx` starts the app. */
const roomOf = (file) =>
  /^(tenant-runtime\/(?:panel|scanner)|owner-ui\/src)\/((?:features\/)?[^/]+)\//.exec(file)?.slice(1);
/** The floors from the ground up: the look and the rooms of panel and scanner, the lib and the look of the owners' app. */
const floors = { lib: 0, ui: 1, app: 4 };
const levelOf = (room) => floors[room] ?? (room.startsWith('features/') ? 3 : 2);
const ANY_IMPORT = /\b(?:from|import\()\s*'(\.[^']+)'/g;

/** A React app imports in one direction: app, features, rooms, ui; features do not know each other. */
function* roomMistakes(file, source) {
  const [app, ours] = roomOf(file) ?? [];
  if (!ours) return;
  for (const { 1: path, index } of source.matchAll(ANY_IMPORT)) {
    const [theirApp, theirs] = roomOf(posix.join(posix.dirname(file), path)) ?? [];
    if (theirApp !== app || theirs === ours) continue;
    if (levelOf(theirs) > levelOf(ours)) yield { index, why: 'imports go from app to features, rooms and ui' };
    if (levelOf(theirs) === 3 && levelOf(ours) === 3) yield { index, why: 'a feature does not import another one' };
  }
}

/** The lines of one file that break a rule, as `file:line: why`. */
export function layerMistakes(file, source) {
  const rules = [importMistakes, knexMistakes, lockMistakes, bodyMistakes, jsonMistakes, roomMistakes];
  const found = rules.flatMap((rule) => [...rule(file, source)]);
  return found.map(({ index, why }) => `${file}:${source.slice(0, index).split('\n').length}: ${why}`);
}

function filesOf(app) {
  return readdirSync(join(root, app), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(app, name.replaceAll('\\', '/')));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = apps.flatMap(filesOf).flatMap((file) => layerMistakes(file, readFileSync(join(root, file), 'utf8')));
  for (const line of found) console.error(line);
  process.exit(found.length === 0 ? 0 : 1);
}
