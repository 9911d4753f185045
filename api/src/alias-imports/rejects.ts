import type { AliasImportProblem } from '@ostatok/api/contract/alias-imports.endpoints.ts';
import { csvLine } from '@ostatok/kit/node/workbooks/csv-line.ts';

type Problems = AsyncIterable<AliasImportProblem[]>;

const BYTE_ORDER_MARK = '\uFEFF';
export const REJECTS_HEADER = BYTE_ORDER_MARK + csvLine(['Строка', 'Столбец', 'Причина']);

async function* singly(problems: Problems): AsyncGenerator<AliasImportProblem, undefined> {
  for await (const batch of problems) yield* batch;
}

/** Merges two sources, each of them by ascending row, into one. */
export async function* mergedByRow(one: Problems, other: Problems): AsyncGenerator<AliasImportProblem> {
  const [left, right] = [singly(one), singly(other)];
  let [a, b] = [await left.next(), await right.next()];
  while (!a.done || !b.done) {
    if (b.done || (!a.done && a.value.row <= b.value.row)) {
      yield a.value as AliasImportProblem;
      a = await left.next();
    } else {
      yield b.value;
      b = await right.next();
    }
  }
}

const LINES = 500;

/** Yields the lines of the list of refused rows; the first problems are also put into `first`, no more than `most`. */
export async function* rejectLines(
  problems: AsyncIterable<AliasImportProblem>,
  first: AliasImportProblem[],
  most: number,
): AsyncGenerator<string> {
  let lines: string[] = [];
  for await (const problem of problems) {
    if (first.length < most) first.push(problem);
    if (lines.push(csvLine([problem.row, problem.column, problem.message])) < LINES) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}
