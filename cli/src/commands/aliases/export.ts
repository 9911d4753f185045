import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Args, Flags } from '@oclif/core';
import { type AliasImportField, aliasImportFields } from '@ostatok/api/contract/alias-imports.ts';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { csvLine } from '@ostatok/kit/node/workbooks/csv-line.ts';
import { BaseCommand } from '../../base-command.ts';
import { listAll } from '../../lists/listing.ts';
import type { SavedFile } from '../../lists/workbook.ts';
import { writeWhole } from '../../output/whole-file.ts';
import type { Api } from '../../platform/api-client.ts';

const PAGE = 1000;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Reads the catalogue page by page in the order of ids, so that no alias is left out while others change the catalogue.
 */
async function* pagesOf(api: Api, search: string | undefined): AsyncGenerator<Alias[]> {
  for (let page = 1; ; page += 1) {
    const options = { search, sort: 'id', limit: PAGE, page, all: false };
    const { rows } = await listAll(api, 'GET /api/admin/aliases', options);
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
  }
}

/** Of a main code there is nothing to say. */
const cellOf = (alias: Alias, name: AliasImportField): string | number | null =>
  name === 'pack' && alias.product_ean === null ? null : alias[name];

/** Returns the number of rows written. */
async function writeCsv(path: string, pages: AsyncIterable<Alias[]>): Promise<number> {
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine([...aliasImportFields]);
    for await (const page of pages) {
      yield page.map((alias) => csvLine(aliasImportFields.map((name) => cellOf(alias, name)))).join('');
      rows += page.length;
    }
  }
  await pipeline(lines(), createWriteStream(path));
  return rows;
}

export default class AliasesExport extends BaseCommand {
  static override summary = 'Сохранить каталог в Excel или CSV';
  static override description = 'Имя на .xlsx даёт книгу Excel; любое другое — CSV с точкой с запятой, в UTF-8.';
  static override args = { file: Args.string({ required: true, description: 'куда сохранить' }) };
  static override flags = { search: Flags.string({ char: 's', description: 'только найденное', helpValue: 'ТЕКСТ' }) };

  async run(): Promise<{ success: true; file: string; rows: number } | SavedFile> {
    const { args, flags } = await this.parse(AliasesExport);
    const api = await this.api();
    if (/\.xlsx$/i.test(args.file))
      return this.saveList(api, '/api/admin/aliases', args.file, { ...flags, sort: 'id' });
    const rows = await writeWhole(args.file, (unfinished) => writeCsv(unfinished, pagesOf(api, flags.search)));
    this.say(`Сохранено строк: ${rows}, файл ${args.file}`);
    return { success: true, file: args.file, rows };
  }
}
