import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readFile as readAliases } from '@ostatok/api/src/alias-imports/file-reader.ts';
import test from 'ava';
import {
  admin,
  api,
  codeOf,
  commit,
  setUpAliasImports,
  temporary,
  upload,
} from '../support/catalogue/alias-imports.ts';
import { bearer } from '../support/platform/api.ts';
import { workbookOf } from '../tenant-runtime/spreadsheets/venue.ts';
import { zipOf } from '../tenant-runtime/spreadsheets/zip.ts';

setUpAliasImports();

const receivedFiles = async (): Promise<string[]> =>
  (await readdir(temporary)).filter((name) => /^[\da-f]{32}$/.test(name));

test.serial('what cannot be read is refused in Russian, and leaves nothing', async (t) => {
  const before = await api.db('alias_imports').count();
  const bomb = zipOf({ '[Content_Types].xml': '<x/>', 'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY b "c">]><workbook/>' });
  for (const file of [bomb, Buffer.from([0, 1, 2, 3]), Buffer.alloc(0), Buffer.from('PK\x03\x04broken')]) {
    const { status, body } = await upload(file);
    t.is(status, 422);
    t.regex(body.error, /[а-я]/);
  }
  const none = await api.call.post('/api/admin/aliases/import').set(...bearer(admin));
  t.is(none.body.error, 'Приложите файл в поле file');
  const customer = await api.signUp();
  t.is((await upload(await workbookOf({ Лист1: [['EAN']] }), 'a.xlsx', customer)).status, 403);
  t.is((await commit('00000000-0000-4000-8000-000000000000')).status, 404);
  t.deepEqual(await api.db('alias_imports').count(), before);
  const mark = `ean;name\n${codeOf(41)};${randomUUID()}\n`;
  t.is((await upload(Buffer.from(mark), 'left.csv')).status, 201);
  t.deepEqual(await receivedFiles(), [], 'the received file is gone');
});

test.serial('a full disk is told as one, of a short file and of a long one', async (t) => {
  const path = join(temporary, `${randomUUID()}.csv`);
  const rejects = join(temporary, randomUUID());
  t.teardown(() => Promise.all([path, rejects].map((file) => rm(file, { force: true }))));
  for (const length of [1, 3000]) {
    const rows = Array.from({ length }, (_, n) => `${codeOf(n)};Бутылка ${n}`);
    await writeFile(path, `ean;name\n${rows.join('\n')}\n`);
    await t.throwsAsync(
      readAliases({ path, rows: '/dev/full', rejects }, () => undefined),
      { code: 'ENOSPC' },
    );
  }
});

/** A workbook whose zip directory declares a false size for a part. */
function liar(part: string, told: number, strings: string): Buffer {
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`;
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': '<workbook><sheets><sheet name="Л" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('r1', 'worksheet', 'sheet.xml')}${relation('r2', 'sharedStrings', 'strings.xml')}</Relationships>`,
    'xl/strings.xml': `<sst>${strings}</sst>`,
    'xl/sheet.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
  };
  const book = zipOf(parts);
  book.writeUInt32LE(told, book.lastIndexOf(part) - 46 + 24);
  return book;
}

test.serial('a book that unpacks to gigabytes is refused by what comes out, whatever it tells', async (t) => {
  const bombs = [
    liar('xl/sheet.xml', 4_200_000_000, ''),
    liar('xl/strings.xml', 100, '<si><t>a</t></si>'.repeat(6_000_000)),
  ];
  for (const bomb of bombs) {
    t.true(bomb.length < 1e6, `${bomb.length} bytes`);
    t.like(await upload(bomb), { status: 422, body: { code: 'too_big' } });
  }
  t.is(
    (
      await upload(
        Buffer.from(`ean
${codeOf(43)}
`),
        'after.csv',
      )
    ).status,
    201,
  );
});

test.serial('files are read one at a time, three wait, and the next is asked to come later', async (t) => {
  const path = join(temporary, `${randomUUID()}.csv`);
  await writeFile(path, `ean;name\n${codeOf(42)};Джин\n`);
  const all = [1, 2, 3, 4, 5].map(() => api.administration.aliasImports.upload({ path, filename: 'a.csv' }));

  const ends = await Promise.allSettled(all);

  await rm(path);
  t.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  );
});
