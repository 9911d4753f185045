/**
 * Finds files that import each other, in however many steps; an import of types alone counts as well, since whoever reads
 * one of the files has to read all of them. `node scripts/check-cycles.mjs` names every circle.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const IMPORTED = /\b(?:from|import\()\s*'([^']+)'/g;

function importsOf(file, source, known) {
  return [...source.matchAll(IMPORTED)].flatMap(([, path = '']) => {
    const within = path.startsWith('@ostatok/') ? path.slice('@ostatok/'.length) : undefined;
    const found = within ?? (path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined);
    return found !== undefined && known.has(found) ? [found] : [];
  });
}

/** Groups of files of which each imports, in the end, itself; by Tarjan's algorithm. `sources` is text by path. */
export function importCycles(sources) {
  const [numbers, lowest, stack, waiting, cycles] = [new Map(), new Map(), [], new Set(), []];
  function visit(file) {
    numbers.set(file, numbers.size);
    lowest.set(file, numbers.get(file));
    stack.push(file);
    waiting.add(file);
    for (const next of importsOf(file, sources.get(file), sources)) {
      if (!numbers.has(next)) visit(next);
      if (waiting.has(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)));
    }
    if (lowest.get(file) !== numbers.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    for (const one of group) waiting.delete(one);
    if (group.length > 1) cycles.push(group.toSorted());
  }
  for (const file of sources.keys()) if (!numbers.has(file)) visit(file);
  return cycles;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)));
  const cycles = importCycles(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  for (const cycle of cycles) console.error(`import each other: ${cycle.join(', ')}`);
  process.exit(cycles.length === 0 ? 0 : 1);
}
