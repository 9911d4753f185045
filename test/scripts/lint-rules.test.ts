import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const root = fileURLToPath(new URL('../../', import.meta.url));

const refused: [what: string, file: string, imported: string][] = [
  ['a contract that imports a library beside yup', 'api/contract/plans.ts', 'knex'],
  ['a contract that imports a server', 'tenant-runtime/contract/items.ts', '@ostatok/kit/node/db.ts'],
  ['kit/names that imports a library', 'kit/names/barcode.ts', 'yup'],
  ['kit/matching that imports a library', 'kit/matching/rank.ts', 'yup'],
  ['kit/matching that reads a database', 'kit/matching/features.ts', '../node/db.ts'],
  ['kit/scales that imports what a browser lacks', 'kit/scales/bytes.ts', 'node:buffer'],
  ['kit/node that imports an app', 'kit/node/db.ts', '@ostatok/api/contract/plans.ts'],
  ['a page that imports a server', 'owner-ui/src/lib/api.ts', '@ostatok/kit/node/db.ts'],
  ['the panel that imports Node', 'tenant-runtime/panel/client/api.ts', 'node:fs'],
  ["an app that imports another one's source", 'cli/src/client/api.ts', '@ostatok/api/src/config.ts'],
  ['a server that imports the look of pages', 'api/src/plans/prices.ts', '@ostatok/kit/web/theme.ts'],
  ['a service that imports Express', 'api/src/plans/plans.service.ts', 'express'],
  ['queries that import routes', 'tenant-runtime/src/items/items.queries.ts', './items.routes.ts'],
  ['routes that import Knex', 'api/src/plans/plans.routes.ts', 'knex'],
];
const permitted = ['api/src/pages/pages.routes.ts', './pages.service.ts'] as const;

/** The files that the linter names for an import that its folder may not have. */
async function filesRefused(folder: string): Promise<string[]> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, [biome, 'lint', '--reporter=json', '.'], { cwd: folder }, (_, stdout) =>
      resolve(stdout),
    );
  });
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(report);
  return diagnostics
    .filter(({ category }) => category === 'lint/style/noRestrictedImports')
    .map(({ location }) => location.path.replaceAll('\\', '/'));
}

test('the linter names what imports from where it may not, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ostatok-lint-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const config = JSON.parse(await readFile(join(root, 'biome.json'), 'utf8'));
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const [file, imported] of [...refused.map(([, file, imported]) => [file, imported] as const), permitted]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `import { a } from '${imported}';\n\nexport const b = a;\n`);
  }

  const named = await filesRefused(folder);

  for (const [what, file] of refused) t.true(named.includes(file), what);
  t.false(named.includes(permitted[0]), 'routes that import their service');
});
