/**
 * Finds files that import each other, in however many steps, and rooms that need each other; an import of types alone
 * counts as well, since whoever reads one of the files has to read all of them. `node scripts/check-cycles.mjs` names
 * every circle.
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

/** Groups of nodes of which each leads, in the end, to itself; by Tarjan's algorithm. `graph` is the next nodes by node. */
function cyclesOf(graph) {
  const [numbers, lowest, stack, waiting, cycles] = [new Map(), new Map(), [], new Set(), []];
  function visit(node) {
    numbers.set(node, numbers.size);
    lowest.set(node, numbers.get(node));
    stack.push(node);
    waiting.add(node);
    for (const next of graph.get(node)) {
      if (!numbers.has(next)) visit(next);
      if (waiting.has(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)));
    }
    if (lowest.get(node) !== numbers.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    for (const one of group) waiting.delete(one);
    if (group.length > 1) cycles.push(group.toSorted());
  }
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return cycles;
}

/** The imported files by file; `sources` is text by path. */
const importGraph = (sources) =>
  new Map([...sources].map(([file, source]) => [file, importsOf(file, source, sources)]));

/** Groups of files of which each imports, in the end, itself. */
export const importCycles = (sources) => cyclesOf(importGraph(sources));

/** A folder that wires the rooms, as the files beside them do. */
const WIRING = 'bootstrap';

/** Groups of rooms, the first-level folders of `roots`, of which each needs, in the end, itself. */
export function roomCycles(sources, roots) {
  function roomOf(file) {
    const root = roots.find((one) => file.startsWith(`${one}/`));
    const [room, ...rest] = root ? file.slice(root.length + 1).split('/') : [];
    return rest.length > 0 && room !== WIRING ? `${root}/${room}` : undefined;
  }
  const graph = new Map();
  for (const [file, imported] of importGraph(sources)) {
    const room = roomOf(file);
    if (!room) continue;
    const needed = imported.map(roomOf).filter((other) => other && other !== room);
    graph.set(room, new Set([...(graph.get(room) ?? []), ...needed]));
  }
  return cyclesOf(graph);
}

const ROOTS = [
  'admin-ui/src',
  'api/src',
  'cli/src',
  'kit/node',
  'owner-ui/src',
  'scales-bridge/src',
  'tenant-runtime/panel',
  'tenant-runtime/scanner',
  'tenant-runtime/web',
  'tenant-runtime/src',
];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const files = listed.split('\n').filter((file) => file && existsSync(join(root, file)));
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const [cycles, knots] = [importCycles(sources), roomCycles(sources, ROOTS)];
  for (const cycle of cycles) console.error(`import each other: ${cycle.join(', ')}`);
  for (const knot of knots) console.error(`rooms need each other: ${knot.join(', ')}`);
  process.exit(cycles.length + knots.length === 0 ? 0 : 1);
}
