import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readMark } from '../../../tenant-runtime/contract/read-mark.ts';

const corpus = join(process.env.OSTATOK_CORPUS ?? '', 'marks');
const text = (name: string): string => readFileSync(join(corpus, name), 'utf8');
const alccodeOf = (stamp: string): string | undefined => {
  const mark = readMark(stamp);
  return mark?.kind === 'stamp68' ? mark.alccode : undefined;
};

function fact(title: string, body: (t: ExecutionContext) => void): void {
  if (existsSync(corpus)) test(title, body);
  else test.skip(`${title} (the corpus is not here)`, (t) => t.pass());
}

fact('of 56 real stamps 50 give the alccode of their document, and the 6 that do not are those that are known', (t) => {
  const rows = text('egais_stamps68_alccode.csv').trim().split('\n').slice(1);
  const read = rows.map((row) => {
    const [stamp = '', stated, decoded, match] = row.split(',');
    const alccode = alccodeOf(stamp);
    t.is(alccode, decoded);
    t.is(alccode === stated, match === '1', stamp);
    return alccode === stated;
  });
  t.is(read.length, 56);
  t.is(read.filter(Boolean).length, 50);
});

fact('2836 codes of a bar’s beer are marks as they are, of 535 goods, with and without their signatures', (t) => {
  const rows = text('chz_codes_beer_pg15.csv').split(/\r?\n/).slice(2);
  const codes = rows.flatMap((row) => /^"((?:[^"]|"")*)","\d{14}"/.exec(row)?.[1]?.replaceAll('""', '"') ?? []);
  const goods = new Set<string>();
  for (const code of codes) {
    for (const form of [code, `${code}\u001d93dGVz`, `]d2${code}93dGVz`]) {
      const mark = readMark(form);
      if (mark?.kind !== 'gs1' || mark.mark !== code) return t.fail(form);
      goods.add(mark.ean);
    }
  }
  t.is(codes.length, 2836);
  t.is(goods.size, 535);
});

fact('2196 stamps of a dictionary have 150 characters and say nothing of their goods', (t) => {
  const stamps = JSON.parse(text('egais_marks150_to_alccode.json')) as { Mark: string }[];
  const kinds = Object.groupBy(stamps, ({ Mark }) => readMark(Mark)?.kind ?? 'none');
  t.deepEqual(Object.fromEntries(Object.entries(kinds).map(([kind, found]) => [kind, found?.length])), {
    stamp150: 2196,
    stamp68: 2,
  });
});
