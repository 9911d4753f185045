import { cp, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTenantImage } from '@ostatok/api/src/hosting/containers/tenant-image.ts';
import { releaseOf } from '@ostatok/api/src/hosting/release.ts';
import { root, type TestPlatform } from '../platform/platform.ts';

/** A program that comes up and works for nobody. */
const answersErrors = `
import { createServer } from 'node:http';
const server = createServer((req, res) => res.writeHead(req.url === '/healthz' ? 200 : 500).end('{}'));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
const { PORT = 0, HOST = '127.0.0.1' } = process.env;
server.listen(PORT, HOST, () => process.send?.({ type: 'listening', port: server.address().port }));
`;

/** Without its settings a program ends with 2, which is how an image of it is compiled. */
const withSettings = (program: string): string => `if (!process.env.TENANT_ID) process.exit(2);\n${program}`;

/** Migrations that releases add, by their names. */
const added: Record<string, Record<string, string>> = {
  'fails to migrate': {
    '900-bad': `await db.schema.createTable('half_done',(t)=>t.increments());throw new Error('the new column does not fit')`,
  },
  // it waits less than releases do
  'alters items': {
    '900-tried': `await db.raw('set local lock_timeout = 100');await db.raw('alter table items add tried int')`,
  },
};

/** Adds the kind's migrations after the last one of the bundle. */
function withMigrations(program: string, kind: keyof typeof added): string {
  const text = Object.entries(added[kind] ?? {}).map(([name, up]) => `,"${name}":{async up(db){${up}},async down(){}}`);
  const changed = program.replace(/("\d{3}-[a-z0-9-]+"\s*:\s*\w+)\s*\}/, (_, last) => `${last}${text.join('')}}`);
  if (changed === program) throw new Error('the bundle lists its migrations in another way');
  return changed;
}

/** As one from before the platform signed its calls. */
function withoutSignatures(program: string): string {
  const changed = program.replace(/startsWith\(\s*["'`]Ostatok ["'`]\s*\)/, 'startsWith("Later ")');
  if (changed === program) throw new Error('the bundle reads signatures in another way');
  return changed;
}

const changes = {
  /** Works as the present one does. */
  good: (program: string) => `${program}\n// ${Math.random()}`,
  /** Knows the platform by the secret alone. */
  'takes no signed calls': (program: string) => `${withoutSignatures(program)}\n// ${Math.random()}`,
  'crashes at its start': () => withSettings(`throw new Error('broken on purpose'); // ${Math.random()}`),
  'answers only errors': () => withSettings(`${answersErrors}// ${Math.random()}`),
  'fails to migrate': (program: string) => `${withMigrations(program, 'fails to migrate')}\n// ${Math.random()}`,
  /** Works, and has to have the table of items to itself for a moment. */
  'alters items': (program: string) => `${withMigrations(program, 'alters items')}\n// ${Math.random()}`,
};
export type MadeRelease = keyof typeof changes;
export const badReleases = ['crashes at its start', 'answers only errors', 'fails to migrate'] satisfies MadeRelease[];

/** Builds the image of a release that was put there, as a platform that brings it does. */
export async function makeImage(platform: TestPlatform, kind: MadeRelease): Promise<string> {
  if (!platform.containers) throw new Error('no container engine');
  const release = await makeRelease(platform, kind);
  const folder = join(platform.home, 'releases', release);
  const places = { recipes: join(root, 'templates/docker'), scratch: platform.home };
  const source = { release, folder, packages: join(root, 'node_modules') };
  await buildTenantImage(platform.containers.engine, source, places);
  return release;
}

/** Puts another release beside those that the platform keeps, and returns its name. */
export async function makeRelease({ home, venues }: TestPlatform, kind: MadeRelease): Promise<string> {
  const releases = join(home, 'releases');
  const from = join(releases, await venues.releases.present());
  const folder = join(await mkdtemp(join(releases, 'made-')), 'release');
  await mkdir(folder, { mode: 0o755 });
  await cp(from, folder, { recursive: true, verbatimSymlinks: true });
  // the bundler breaks long lines within texts too
  const program = (await readFile(join(from, 'main.mjs'), 'utf8')).replaceAll('\\\n', '');
  await writeFile(join(folder, 'main.mjs'), changes[kind](program));
  if (added[kind]) {
    const { migrations } = JSON.parse(await readFile(join(from, 'release.json'), 'utf8'));
    await writeFile(
      join(folder, 'release.json'),
      JSON.stringify({ migrations: [...migrations, ...Object.keys(added[kind])] }),
    );
  }
  const release = releaseOf(folder);
  await rename(folder, join(releases, release));
  return release;
}
