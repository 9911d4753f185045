import type { Result } from '../runner/tap.ts';

export interface Round {
  load: string;
  seed: string;
  seconds: number;
  results: Result[];
}

const pad = (cells: string[], widths: number[]): string =>
  cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');

function columns(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) => pad(row, widths).trimEnd());
}

const count = (results: Result[], outcome: Result['outcome']): number =>
  results.filter((one) => one.outcome === outcome).length;

/** Prints one line per round, then which tests failed how often, and under which loads. */
export function report(rounds: Round[]): string {
  const runs = rounds.map(({ load, seed, seconds, results }, at) => [
    String(at + 1),
    load,
    String(count(results, 'passed')),
    String(count(results, 'failed')),
    `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`,
    seed,
  ]);
  const failures = new Map<string, string[]>();
  for (const { load, results } of rounds) {
    for (const { file, title, outcome } of results) {
      if (outcome !== 'failed') continue;
      const name = [file, title].filter(Boolean).join(' › ');
      failures.set(name, [...(failures.get(name) ?? []), load]);
    }
  }
  const often = [...failures].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    ...columns([['run', 'load', 'passed', 'failed', 'time', 'seed'], ...runs]),
    '',
    ...often.map(([name, under]) => `${under.length}/${rounds.length}  ${name}  (${under.join(', ')})`),
    often.length === 0 ? 'nothing failed' : `${often.length} tests failed`,
  ].join('\n');
}
