/**
 * Runs before every npm script, on any Node from version 20: installs the packages, the pinned Node 24 among them, and
 * builds what is stale. When nothing needs doing, it takes a fraction of a second.
 *
 *   --build   builds, and waits for it
 *   --start   installs only what the platform needs to run and builds both servers; the rest, administrator's pages
 *             and tools, follows in the background while the platform already answers
 *   --rest    what --start leaves to the background
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { broughtNode } from './brought-node.mjs';
import { writeLists } from './lists.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stamps = join(root, 'node_modules/.ostatok');
const interrupted = join(root, '.ostatok-installing');
/** react-admin alone is a third of all files: it is installed after the platform answers. */
const enoughToRun = ['kit', 'api', 'tenant-runtime', 'owner-ui', 'cli'];

const quiet = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
const enough = [...enoughToRun.flatMap((name) => ['-w', name]), '--include-workspace-root', '--omit=dev'];

function wantedHash() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const file of ['package-lock.json', 'package.json', ...workspaces.map((name) => `${name}/package.json`)]) {
    hash.update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

const stampOf = (what) => join(stamps, `installed-${what}`);
const isStamped = (what, hash) =>
  !existsSync(interrupted) && existsSync(stampOf(what)) && readFileSync(stampOf(what), 'utf8') === hash;
function stamp(what, hash) {
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stampOf(what), hash);
}

let npmChild;
let isEnding = false;

/**
 * Runs the same npm that runs this script, since a machine may have several. An npm that fails rolls back; one that is
 * stopped may leave half a package behind, which no later npm would notice: the mark tells the next run to start anew.
 */
async function npm(words) {
  const cli = process.env.npm_execpath;
  const [command, args] = cli?.endsWith('js') ? [process.execPath, [cli, ...words]] : ['npm', words];
  // npm passes its own options on to its scripts, and would apply them again
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(workspace|omit|include)/i.test(name)),
  );
  writeFileSync(interrupted, '');
  npmChild = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env,
    shell: command === 'npm' && process.platform === 'win32',
  });
  const [code, signal] = await new Promise((resolve, reject) => {
    npmChild.once('error', reject);
    npmChild.once('close', (...ended) => resolve(ended));
  });
  if (!signal && !isEnding) rmSync(interrupted, { force: true });
  if (code !== 0) throw new Error('Пакеты не установились: что случилось, написано выше');
}

/** Whether a complete installation exists: then npm adds to it, else it starts from nothing. */
const isWhole = () => existsSync(join(root, 'node_modules/.package-lock.json')) && !existsSync(interrupted);

function checkNode() {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) throw new Error(`Нужен Node.js 20 или новее, здесь ${process.versions.node}`);
  const bins = join(root, 'node_modules/.bin');
  broughtNode(root);
  const brought = existsSync(bins) && readdirSync(bins).some((name) => /^node(\.exe)?$/.test(name));
  if (!brought && major < 24) {
    throw new Error('Для этой машины нет готового пакета с Node.js 24: установите Node.js 24 с nodejs.org');
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Allows one run at a time in this folder; the lock of a dead process is void. Returns the release function. */
async function lock() {
  const file = join(root, '.ostatok-ensure.lock');
  for (let isAnnounced = false; ; ) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = Number(existsSync(file) ? readFileSync(file, 'utf8') : 0);
    if (holder > 0 && !isAlive(holder)) rmSync(file, { force: true });
    else {
      if (!isAnnounced) console.log('Жду, пока закончится другая установка…');
      isAnnounced = true;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

async function installEnough(hash) {
  if (isStamped('all', hash) || isStamped('enough', hash)) return;
  if (isWhole()) return installAll(hash);
  console.log('Устанавливаю пакеты, это около минуты…');
  await npm(['ci', ...enough, ...quiet]);
  stamp('enough', hash);
}

/**
 * A program may already run from these packages, so they are only added to; --no-save leaves the lock file unchanged.
 */
async function installAll(hash) {
  if (isStamped('all', hash)) return;
  console.log('Устанавливаю пакеты, это около минуты…');
  await npm(isWhole() ? ['install', '--no-save', ...quiet] : ['ci', ...quiet]);
  stamp('all', hash);
}

async function start(hash) {
  await installEnough(hash);
  checkNode();
  const { build } = await import('./build.mjs');
  await build({ names: ['tenant-runtime', 'api', 'letters'] });
}

/** Parent and command line of a process; the shell between npm and this script ends together with the script. */
function processOf(pid) {
  const asked = spawnSync('ps', ['-o', 'ppid=,args=', '-p', String(pid)], { encoding: 'utf8' });
  if (!asked.error) {
    const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(asked.stdout) ?? [];
    return { parent: Number(parent ?? 0), command: command ?? '' };
  }
  const read = (name) => (existsSync(`/proc/${pid}/${name}`) ? readFileSync(`/proc/${pid}/${name}`, 'utf8') : '');
  return { parent: Number(/^PPid:\s*(\d+)/m.exec(read('status'))?.[1] ?? 0), command: read('cmdline') };
}

/** The npm that runs this script, which lives as long as the platform it starts next; 0 when it is unknown. */
function npmPid() {
  for (let pid = process.ppid; pid > 1; pid = processOf(pid).parent)
    if (/\bnpm\b/.test(processOf(pid).command)) return pid;
  return 0;
}

/** Ends the background work with the npm that started it, however that ends; the next start continues it. */
function leaveTheRest() {
  const log = openSync(join(stamps, 'rest.log'), 'w');
  const words = [fileURLToPath(import.meta.url), '--rest', String(npmPid())];
  spawn(process.execPath, words, { cwd: root, stdio: ['ignore', log, log] }).unref();
}

function endWith(pid) {
  const end = () => {
    isEnding = true;
    npmChild?.kill('SIGTERM');
    process.exitCode = 1;
    setTimeout(() => process.exit(1), 5000).unref();
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  if (pid > 1) setInterval(() => isAlive(pid) || end(), 500).unref();
}

async function rest(hash, forPid) {
  endWith(forPid);
  setPriority(constants.priority.PRIORITY_LOW);
  const { build, targetNames } = await import('./build.mjs');
  const later = isStamped('all', hash) ? [] : ['scanner', 'admin-ui', 'cli'];
  await build({ names: targetNames.filter((name) => !later.includes(name)) });
  await installAll(hash);
  await build({ names: later });
}

async function everything(hash, andBuild) {
  await installAll(hash);
  checkNode();
  writeLists();
  if (andBuild) await (await import('./build.mjs')).build();
}

async function main(words) {
  const hash = wantedHash();
  const release = await lock();
  try {
    if (words.includes('--start')) await start(hash);
    else if (words.includes('--rest')) await rest(hash, Number(words.at(-1)));
    else await everything(hash, words.includes('--build'));
  } finally {
    release();
  }
  if (words.includes('--start')) leaveTheRest();
}

main(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exit(1);
});
