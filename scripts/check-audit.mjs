/**
 * Asks the registry for known vulnerabilities, of severity high and above, of what runs in production. An advisory that
 * cannot be fixed yet is allowed in `allowed-advisories.json` with `id` (GHSA-…), `reason` and `until`, the last day on
 * which it is. A registry that answers no audits, or none in time, skips the check by name: it works without a network.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LIMIT_MS = 20_000;
const SEVERE = new Set(['high', 'critical']);
const audit = ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0', '--loglevel=silent'];

/** The advisories of `npm audit --json` by id, each with the packages through which it comes. */
function advisoriesOf({ vulnerabilities }) {
  const found = new Map();
  for (const { via } of Object.values(vulnerabilities)) {
    for (const one of via) {
      if (typeof one === 'string' || !SEVERE.has(one.severity)) continue;
      const id = String(one.url).split('/').at(-1);
      found.set(id, `${one.name} ${one.range}: ${one.title} (${one.severity}, ${one.url})`);
    }
  }
  return found;
}

/** What is wrong with the list itself, whatever the registry answers. */
export function allowanceMistakes(allowed) {
  return allowed.flatMap(({ id, reason, until }) => {
    const isWhole = /^GHSA(-\w{4}){3}$/.test(id ?? '') && reason?.trim() && /^\d{4}-\d\d-\d\d$/.test(until ?? '');
    return isWhole ? [] : [`allowed-advisories.json: ${id} needs an id (GHSA-…), a reason and a last day (until)`];
  });
}

/** What a report of `npm audit --json` holds against us on that day, as lines. */
export function auditMistakes(report, allowed, today) {
  const found = advisoriesOf(report);
  const known = new Map(allowed.map((one) => [one.id, one]));
  const severe = [...found].flatMap(([id, line]) => {
    const allowance = known.get(id);
    if (!allowance) return [line];
    return allowance.until < today ? [`${line}: allowed until ${allowance.until} (${allowance.reason})`] : [];
  });
  const needless = allowed.filter(({ id }) => !found.has(id));
  return [...severe, ...needless.map(({ id }) => `allowed-advisories.json: ${id} is not reported any more`)];
}

/** The output of npm, cut after `limitMs`. */
function ask(limitMs) {
  const cli = process.env.npm_execpath;
  const [command, args] = cli?.endsWith('js') ? [process.execPath, [cli, ...audit]] : ['npm', audit];
  const shell = process.platform === 'win32' && command === 'npm';
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, shell, stdio: ['ignore', 'pipe', 'ignore'] });
    const timer = setTimeout(() => {
      child.kill();
      resolve('');
    }, limitMs);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', () => resolve(''));
    child.once('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}

function parsed(output) {
  try {
    return JSON.parse(output);
  } catch {
    return { message: 'no answer in time' };
  }
}

const whyOf = ({ message, error }) => message ?? error?.summary ?? 'no report';

async function main(limitMs) {
  const allowed = JSON.parse(readFileSync(join(root, 'scripts/allowed-advisories.json'), 'utf8'));
  const report = parsed(await ask(limitMs));
  const isAnswer = report.vulnerabilities !== undefined;
  if (!isAnswer) console.error(`check-audit: skipped, the registry answers no audits: ${whyOf(report)}`);
  const today = new Date().toISOString().slice(0, 10);
  const found = [...allowanceMistakes(allowed), ...(isAnswer ? auditMistakes(report, allowed, today) : [])];
  for (const line of found) console.error(line);
  process.exit(found.length === 0 ? 0 : 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(Number(process.argv[2] ?? LIMIT_MS));
