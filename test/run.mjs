/**
 * The entry point of `npm test`: runs the whole suite, or the named files. Plain JavaScript that any Node understands,
 * so that a Node too old for the suite gets an explanation; `run.ts` is a link to this file.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { missingTargets, staleTargets } from '../scripts/build.mjs';

const NODE = 24;
const root = join(import.meta.dirname, '..');

function reasonToRefuse() {
  const [major] = process.versions.node.split('.').map(Number);
  if (Number(major) < NODE) return `Тестам нужен Node.js ${NODE}, здесь ${process.versions.node}`;
  if (!existsSync(join(root, 'node_modules/ava'))) return 'Пакеты не установлены';
  const missing = missingTargets();
  return missing.length > 0 ? `Не собрано: ${missing.join(', ')}` : undefined;
}

const reason = reasonToRefuse();
if (reason) {
  const words = ['npm test', ...(process.argv.length > 2 ? ['--', ...process.argv.slice(2)] : [])];
  console.error(`${reason}. Всё нужное принесёт и соберёт:\n\n  ${words.join(' ')}\n`);
  process.exit(1);
}
const stale = staleTargets();
if (stale.length > 0) console.error(`Собрано из прежнего кода: ${stale.join(', ')}. Соберёт: node scripts/build.mjs`);
const { runSuite } = await import('./runner/suite.ts');
process.exit(await runSuite(process.argv.slice(2)));
