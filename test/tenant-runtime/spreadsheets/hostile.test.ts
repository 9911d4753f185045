import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createLog } from '@ostatok/kit/node/log.ts';
import { runWorker } from '@ostatok/kit/node/workbooks/worker-process.ts';
import test from 'ava';
import { createSpreadsheets } from '../../../tenant-runtime/src/spreadsheets/spreadsheets.service.ts';
import { openVenue, uncounted, untold, workbookOf } from './venue.ts';
import { zipOf } from './zip.ts';

const types = (body: string) => `<?xml version="1.0"?>${body}`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** The smallest valid workbook around a sheet's XML. */
const bookAround = (sheet: string | Buffer, others: Record<string, string> = {}): Buffer =>
  zipOf({
    '_rels/.rels': types(`<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`),
    'xl/workbook.xml': types('<workbook><sheets><sheet name="Лист" sheetId="1" r:id="r1"/></sheets></workbook>'),
    'xl/_rels/workbook.xml.rels': types(
      `<Relationships>${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  });

const sheetOf = (rows: string): string => types(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
const textCell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const rowOf = (...cells: string[]): string => `<row>${cells.map(textCell).join('')}</row>`;

test('a workbook with no more than it must have is read, entities decoded and prefixes ignored', async (t) => {
  const venue = await openVenue(t);
  const path = join(venue.folder, 'small.xlsx');
  const sheet = sheetOf(`${rowOf('Наименование', 'Цена')}${rowOf('Ром &amp; &#1082;ола', '1,5')}`).replaceAll(
    /<(\/?)(\w)/g,
    '<$1x:$2',
  );
  await writeFile(path, bookAround(sheet));

  const { preview } = await venue.preview(path);

  t.like(preview.rows[0], { name: 'Ром & кола', cost: 1.5 });
});

test('every hostile file is refused in words, and the venue goes on', async (t) => {
  const venue = await openVenue(t);
  const entity = `<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>`;
  const good = await workbookOf({
    Лист1: [
      ['Наименование', 'Цена'],
      ['Ром', 1],
    ],
  });
  const files: Record<string, Buffer> = {
    unsafe: bookAround(sheetOf(rowOf('Наименование', '&b;')).replace('?>', `?>${entity}`)),
    too_big: bookAround(sheetOf(''), { 'xl/sharedStrings.xml': `<sst>${'<si><t>a</t></si>'.repeat(7_000_000)}</sst>` }),
    damaged: good.subarray(0, good.length - 300),
    no_rows: bookAround(sheetOf(rowOf('Наименование', 'Цена'))),
    no_header: bookAround(sheetOf(rowOf('Раз', 'Два'))),
    empty: bookAround(sheetOf('')),
    archive: zipOf({ 'a.txt': 'a' }),
    picture: Buffer.from('%PDF-1.7\n'),
    not_workbook: Buffer.from('Наименование;Цена\nРом;1\n'),
  };

  for (const [code, content] of Object.entries(files)) {
    const path = join(venue.folder, `${code}.xlsx`);
    await writeFile(path, content);
    const error = await t.throwsAsync(venue.preview(path), undefined, code);
    t.like(error, { status: 422, code });
  }
  t.is((await venue.db('imports')).length, 0);
  t.like(
    (
      await venue.previewRows([
        ['Наименование', 'Цена'],
        ['Ром', 1],
      ])
    ).preview,
    { created: 1 },
  );
});

test('a workbook whose rows lie beyond any sheet, or whose parts have no readable place, is damaged, not our failure', async (t) => {
  const venue = await openVenue(t);
  const path = join(venue.folder, 'astray.xlsx');
  const good = sheetOf(`${rowOf('Наименование', 'Цена')}${rowOf('Ром', '1')}`);
  const leadingTo = (target: string) =>
    bookAround(good, {
      'xl/_rels/workbook.xml.rels': types(`<Relationships>${relation('r1', 'worksheet', target)}</Relationships>`),
    });
  const rowAt = (number: string) => bookAround(good.replace(/<row>(?!.*<row>)/s, `<row r="${number}">`));
  const files = [rowAt('99999999999'), rowAt('1e300'), leadingTo('%zz'), leadingTo('http://[bad')];

  for (const [at, content] of files.entries()) {
    await writeFile(path, content);
    await t.throwsAsync(venue.preview(path), { message: /повреждён/ }, String(at));
  }
  await writeFile(path, rowAt('1048576'));
  t.is((await venue.preview(path)).preview.created, 1);
});

test('a process that crashes, fills its memory or spins is ended, each with its reason', async (t) => {
  const venue = await openVenue(t);
  const limits = { heapMb: 64, memoryMb: 200, totalMs: 120_000 };
  const job = { task: 'write', path: '', report: 'items', databaseUrl: '', timeZone: 'UTC' } as const;
  const programs = {
    crashed: 'process.exit(3)',
    too_slow: 'for (;;);',
    too_big: 'const all = []; for (;;) all.push(new Array(1e5).fill(all.length));',
    too_big_outside_the_heap: 'const all = []; setInterval(() => all.push(Buffer.alloc(3e7, 1)), 5);',
  };
  for (const [code, program] of Object.entries(programs)) {
    const path = join(venue.folder, `${code}.mjs`);
    await writeFile(path, program);
    // on a busy machine filling the memory takes longer than the limit of the spinning program
    const stallMs = code === 'too_slow' ? 1500 : 100_000;
    const error = await t.throwsAsync(runWorker(path, job, { ...limits, stallMs }), undefined, code);
    t.like(error, { status: 422, code: code.startsWith('too_big') ? 'too_big' : code });
  }
});

test('where the system’s figures are out of reach, as under hosting, a process goes by its own word', async (t) => {
  const venue = await openVenue(t);
  const root = join(import.meta.dirname, '../../..');
  const worker = join(venue.folder, 'worker.mjs');
  const tenant = join(venue.folder, 'tenant.ts');
  await writeFile(worker, `setInterval(() => process.send({ usage: { cpuMs: 1, memoryMb: 1e6 } }), 50);`);
  await writeFile(
    tenant,
    `import { runWorker } from '${root}/kit/node/workbooks/worker-process.ts';
     runWorker('${worker}', {}).catch(({ code }) => console.log(code));`,
  );
  const permissions = [
    '--permission',
    '--allow-child-process',
    ...[root, venue.folder].map((at) => `--allow-fs-read=${at}`),
  ];

  const { stdout } = await promisify(execFile)(process.execPath, [...permissions, tenant]);

  t.is(stdout.trim(), 'too_big');
});

test('a database that cannot be reached is our failure, not the file’s', async (t) => {
  const venue = await openVenue(t);
  const path = join(venue.folder, 'good.xlsx');
  await writeFile(
    path,
    await workbookOf({
      Лист1: [
        ['Наименование', 'Цена'],
        ['Ром', 1],
      ],
    }),
  );
  const { workerPath } = await import('../../../tenant-runtime/src/spreadsheets/worker-path.ts');
  const broken = createSpreadsheets({
    db: venue.db,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
    workerPath,
    log: createLog('test', 'silent'),
    emitChanged: () => {},
    clock: () => new Date(),
    security: untold,
    counts: uncounted,
  });

  const error = await t.throwsAsync(broken.preview({ path, filename: 'a.xlsx', kind: 'items', user: null }));

  t.false(error !== undefined && 'status' in error);
});
