/**
 * Writes the lists that are nothing but their folders: the endpoints of each contract and the migrations of each database.
 * Runs before every build and check, so a new file is registered by being there. `node scripts/lists.mjs`
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const longestLine = 120;

const contracts = [
  { folder: 'api/contract', list: 'platformEndpoints', about: 'Every endpoint of the platform.' },
  { folder: 'tenant-runtime/contract', list: 'venueEndpoints', about: 'The endpoints of a venue.' },
];
const databases = [
  { folder: 'migrations/platform', list: 'platformMigrations', about: "Every migration of the platform's database" },
  { folder: 'migrations/tenant', list: 'tenantMigrations', about: "Every migration of a tenant's database" },
];

const header = '// Written by scripts/lists.mjs from the files of this folder.';
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

function importLine(names, from) {
  const line = `import { ${names.join(', ')} } from '${from}';`;
  return line.length <= longestLine
    ? line
    : `import {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}

/** `internal.endpoints.ts` is what the platform alone calls: no client and no description of the API has it. */
export function endpointsText({ list, about }, sources) {
  const files = Object.entries(sources)
    .filter(([file]) => file.endsWith('.endpoints.ts') && file !== 'internal.endpoints.ts')
    .map(([file, text]) => ({
      file,
      names: [...text.matchAll(/^export const (\w+Endpoints) = /gm)].map(([, name]) => name).sort(),
    }))
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return [
    header,
    ...files.map(({ file, names }) => importLine(names, `./${file}`)),
    '',
    `/** ${about} Clients import its type alone, so that no schema of an answer reaches a browser. */`,
    `export const ${list} = {`,
    ...files
      .flatMap(({ names }) => names)
      .sort()
      .map((name) => `  ...${name},`),
    '};',
    `export type ${capital(list)} = typeof ${list};`,
    '',
  ].join('\n');
}

const MIGRATION = /^(?<name>(?<number>\d{3})-(?<what>.+))\.ts$/;

export function migrationsText({ list, about }, files) {
  const migrations = files
    .sort()
    .map((file) => MIGRATION.exec(file)?.groups)
    .filter(Boolean)
    .map(({ name, number, what }) => ({ name, variable: `${camel(what)}${number}` }));
  return [
    header,
    "import type { Migrations } from '@ostatok/kit/node/db.ts';",
    ...migrations.map(({ name, variable }) => `import * as ${variable} from './${name}.ts';`),
    '',
    `/** ${about}, by its recorded name. */`,
    `export const ${list}: Migrations = {`,
    ...migrations.map(({ name, variable }) => `  '${name}': ${variable},`),
    '};',
    '',
  ].join('\n');
}

function writeIfOther(file, text) {
  const path = join(root, file);
  if (readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Two builds at once write the same text. */
export function writeLists() {
  for (const contract of contracts) {
    const files = readdirSync(join(root, contract.folder));
    const sources = Object.fromEntries(
      files.map((file) => [file, readFileSync(join(root, contract.folder, file), 'utf8')]),
    );
    writeIfOther(`${contract.folder}/endpoints.ts`, endpointsText(contract, sources));
  }
  for (const database of databases)
    writeIfOther(`${database.folder}/list.ts`, migrationsText(database, readdirSync(join(root, database.folder))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeLists();
