/**
 * Builds what is stale: the bundles of platform and tenant, and the browser pages, each into its own `dist`. Plain
 * JavaScript, since it may run before any package is installed. `node scripts/build.mjs [--force] [NAME…]`
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { broughtNode } from './brought-node.mjs';
import { writeLists } from './lists.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamps = join(root, 'node_modules/.ostatok');

const vite = (config) => ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--config', config];

/** In build order; `inputs` are the files and folders whose content determines the result. */
const targets = [
  {
    name: 'tenant-runtime',
    command: ['tenant-runtime/build.mjs'],
    inputs: [
      'tenant-runtime/build.mjs',
      'tenant-runtime/iconv-of-node.ts',
      'scripts/one-byte.mjs',
      'tenant-runtime/src',
      'tenant-runtime/contract',
      'kit/contract',
      'kit/matching',
      'kit/names',
      'kit/node',
      'migrations/tenant',
    ],
    output: 'tenant-runtime/dist/main.mjs',
  },
  {
    name: 'api',
    command: ['api/build.mjs'],
    inputs: [
      'api/build.mjs',
      'scripts/one-byte.mjs',
      'api/src',
      'api/contract',
      'tenant-runtime/contract',
      'kit/contract',
      'kit/matching',
      'kit/names',
      'kit/node',
      'migrations',
    ],
    output: 'api/dist/main.mjs',
  },
  {
    name: 'letters',
    command: ['templates/build.mjs'],
    inputs: ['templates/build.mjs', 'templates/emails', 'api/src/mail/mjml-page.ts', 'api/src/mail/shipped-letters.ts'],
    output: 'templates/dist/emails/verify.html',
  },
  {
    name: 'owner-ui',
    command: vite('owner-ui/vite.config.ts'),
    inputs: [
      'owner-ui',
      'kit/contract',
      'kit/names',
      'kit/web',
      'api/contract',
      'tenant-runtime/contract',
      'templates/legal',
    ],
    output: 'owner-ui/dist/index.html',
  },
  {
    name: 'panel',
    command: vite('tenant-runtime/panel/vite.config.ts'),
    inputs: [
      'tenant-runtime/panel',
      'tenant-runtime/web',
      'kit/contract',
      'kit/names',
      'kit/web',
      'tenant-runtime/contract',
    ],
    output: 'tenant-runtime/dist/panel/index.html',
  },
  {
    name: 'scanner',
    command: vite('tenant-runtime/scanner/vite.config.ts'),
    inputs: [
      'tenant-runtime/scanner',
      'tenant-runtime/web',
      'kit/contract',
      'kit/names',
      'kit/scales',
      'kit/web',
      'tenant-runtime/contract',
    ],
    output: 'tenant-runtime/dist/scanner/index.html',
  },
  {
    name: 'admin-ui',
    command: vite('admin-ui/vite.config.ts'),
    inputs: ['admin-ui', 'kit/contract', 'kit/names', 'kit/web', 'api/contract'],
    output: 'admin-ui/dist/index.html',
  },
  {
    name: 'cli',
    command: ['cli/build.mjs'],
    inputs: ['cli/build.mjs', 'cli/package.json', 'cli/src', 'api/contract', 'kit/contract', 'kit/names'],
    output: 'cli/oclif.manifest.json',
  },
];
export const targetNames = targets.map(({ name }) => name);

const entryOf = ({ command }) => command.find((part) => /(vite\.config\.ts|build\.mjs)$/.test(part));

function filesUnder(path) {
  if (!existsSync(path)) return [];
  const entries = (() => {
    try {
      return readdirSync(path, { withFileTypes: true });
    } catch {
      return undefined;
    }
  })();
  if (!entries) return [path];
  return entries
    .filter(({ name }) => !/^(node_modules|dist.*|\..*)$/.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesUnder(join(path, entry.name)) : [join(path, entry.name)]))
    .sort();
}

function hashOf({ inputs, command }) {
  const hash = createHash('sha256').update(command.join(' '));
  for (const file of ['package-lock.json', ...inputs].flatMap((input) => filesUnder(join(root, input)))) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

const stampOf = ({ name }) => join(stamps, `built-${name}`);

function isFresh(target, hash) {
  const stamp = stampOf(target);
  return existsSync(join(root, target.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
}

/** Targets whose sources exist but whose result is missing. */
export const missingTargets = () =>
  targets
    .filter((target) => existsSync(join(root, entryOf(target))) && !existsSync(join(root, target.output)))
    .map(({ name }) => name);

/** Targets whose result was built from other sources than the present ones. */
export const staleTargets = () =>
  targets
    .filter((target) => existsSync(join(root, target.output)) && !isFresh(target, hashOf(target)))
    .map(({ name }) => name);

/** The Node that npm packages provide, else the one that runs this. */
export const node24 = () => broughtNode(root) ?? process.execPath;

function run(target, quiet) {
  return new Promise((resolve, reject) => {
    const output = [];
    const child = spawn(node24(), target.command, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      const text = Buffer.concat(output).toString();
      if (code === 0) return resolve();
      reject(new Error(`${target.name}: сборка не удалась\n${quiet ? text.slice(-2000) : text}`));
    });
  });
}

/** Builds the named targets (all by default) that are stale, two at a time. A target without sources is skipped. */
export async function build({ names = targetNames, force = false, log = console.log } = {}) {
  writeLists();
  mkdirSync(stamps, { recursive: true });
  const waiting = targets.filter((target) => names.includes(target.name) && existsSync(join(root, entryOf(target))));
  async function worker() {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const hash = hashOf(target);
      if (!force && isFresh(target, hash)) continue;
      const since = Date.now();
      await run(target, true);
      writeFileSync(stampOf(target), hash);
      log(`Собрано: ${target.name} (${((Date.now() - since) / 1000).toFixed(1)} с)`);
    }
  }
  await Promise.all([worker(), worker()]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2);
  const names = words.filter((word) => !word.startsWith('--'));
  await build({ names: names.length > 0 ? names : targetNames, force: words.includes('--force') }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
