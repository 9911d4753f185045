import { Args, Flags } from '@oclif/core';
import type {
  AliasImportAnswer,
  AliasImportDone,
  AliasImportSample,
  AliasImportUndone,
  LaterAliasList,
} from '@ostatok/api/contract/alias-imports.endpoints.ts';
import {
  type AliasImportColumns,
  type AliasImportField,
  aliasFieldLabels,
  aliasImportFields,
} from '@ostatok/api/contract/alias-imports.ts';
import { BaseCommand, yesFlag } from '../../base-command.ts';
import { UserError } from '../../errors/user-error.ts';
import { saveDownload } from '../../lists/workbook.ts';
import { resolveId } from '../../operations/resolve-id.ts';
import { table } from '../../output/table.ts';
import type { Api } from '../../platform/api-client.ts';
import { fileForm } from '../../platform/file-form.ts';

const SHOWN_ERRORS = 10;
const acts: Record<AliasImportSample['action'], string> = {
  create: 'Новый',
  update: 'Изменится',
  unchanged: 'Без изменений',
};

/** `A=ean,C=none` */
function columnsOf(text: string): AliasImportColumns {
  return text.split(',').map((pair) => {
    const [column = '', field = ''] = pair.split('=').map((part) => part.trim());
    const isKnown = (aliasImportFields as readonly string[]).includes(field);
    if (!/^[a-z]{1,2}$/i.test(column) || (!isKnown && field !== 'none'))
      throw new UserError(
        `Столбцы задают как A=ean,C=none. Поля: ${aliasImportFields.join(', ')}, none`,
        'wrong_columns',
      );
    return { column: column.toUpperCase(), field: isKnown ? (field as AliasImportField) : null };
  });
}

async function upload(api: Api, path: string | undefined, source: string | undefined) {
  if (path === undefined)
    throw new UserError('Назовите файл: ostatok aliases import прайс.xlsx, или --starter', 'no_file');
  return api.call('POST /api/admin/aliases/import', { form: await fileForm(path), query: { source } });
}

type Result = { success: true } & (AliasImportAnswer | AliasImportDone | AliasImportUndone);

export default class AliasesImport extends BaseCommand {
  static override summary = 'Загрузить алиасы из Excel или CSV';
  static override description =
    'Сначала показывает, что изменится, и спрашивает. Пустая ячейка оставляет поле как есть. Новый список того же --source сверяется с прежними: что исправили люди, остаётся, а из каталога ничего не пропадает. --starter загружает стартовый список: известные напитки, которые идут с программой. Загрузку можно отменить; все загрузки: ostatok aliases imports';
  static override examples = [
    '<%= config.bin %> aliases import прайс.xlsx',
    '<%= config.bin %> aliases import прайс.xlsx --columns A=ean,C=none --yes',
    '<%= config.bin %> aliases import прайс.tsv.gz --dry-run --rejects ошибки.csv',
    '<%= config.bin %> aliases import прайс.xlsx --source "Поставщик Север"',
    '<%= config.bin %> aliases import --starter',
    '<%= config.bin %> aliases import --undo 0198c1f2',
  ];
  static override args = { file: Args.string({ description: 'файл .xlsx, .xls, .csv, .tsv, .csv.gz или .tsv.gz' }) };
  static override flags = {
    ...yesFlag,
    columns: Flags.string({ description: 'какой столбец что значит, none — не читать', helpValue: 'A=ean,C=none' }),
    'dry-run': Flags.boolean({ description: 'только показать' }),
    rejects: Flags.string({ description: 'сохранить все строки с ошибками', helpValue: 'ФАЙЛ.csv' }),
    source: Flags.string({ description: 'чей это список: сверить с прежними его списками', helpValue: 'ИСТОЧНИК' }),
    starter: Flags.boolean({
      description: 'вместо файла взять стартовый список',
      exclusive: ['columns', 'undo', 'source'],
    }),
    undo: Flags.string({ description: 'отменить загрузку: её номер или его начало', helpValue: 'ЗАГРУЗКА' }),
  };

  async run(): Promise<Result> {
    const { args, flags } = await this.parse(AliasesImport);
    const api = await this.api();
    if (flags.undo) return this.#undo(api, flags.undo);
    if (flags.starter && args.file) throw new UserError('Назовите файл или --starter, не оба', 'two_files');
    const columns = flags.columns === undefined ? undefined : columnsOf(flags.columns);
    let read = flags.starter
      ? await api.call('POST /api/admin/aliases/import/starter')
      : await upload(api, args.file, flags.source);
    const params = { importId: read.importId };
    if (columns) read = await api.call('PUT /api/admin/aliases/import/:importId', { params, body: { columns } });
    this.#show(read);
    if (flags.rejects !== undefined) await this.#saveRejects(api, read.importId, flags.rejects);
    if (flags['dry-run']) return read;
    const { created, updated } = read.preview;
    await this.confirm(`Записать в каталог: новых ${created}, изменённых ${updated}?`, flags.yes);
    const done = await api.call('POST /api/admin/aliases/import/:importId/commit', { params });
    const skipped = done.skipped > 0 ? `, не подошло ${done.skipped}` : '';
    this.say(`Добавлено ${done.created}, изменено ${done.updated}, без изменений ${done.unchanged}${skipped}`);
    this.say(`Отменить: ostatok aliases import --undo ${done.importId}`);
    return done;
  }

  async #undo(api: Api, which: string): Promise<Result> {
    const importId = await resolveId(api, 'import', which);
    const undone = await api.call('POST /api/admin/aliases/import/:importId/undo', { params: { importId } });
    this.say(undone.message);
    return undone;
  }

  async #saveRejects(api: Api, importId: string, file: string): Promise<void> {
    await saveDownload(api, `/api/admin/aliases/import/${importId}/rejects.csv`, file);
    this.say(`Строки с ошибками: ${file}`);
  }

  #show({ preview, source }: AliasImportAnswer): void {
    const { columns, errors, sample, later } = preview;
    const meanings = columns.map(({ column, name, field, samples }) => [
      column,
      name,
      field ? aliasFieldLabels[field] : '—',
      samples[0] ?? '',
    ]);
    const width = process.stdout.columns;
    this.log(table(['СТОЛБЕЦ', 'ЗАГОЛОВОК', 'ПОЛЕ', 'ПРИМЕР'], meanings, width, [0]));
    const rows = sample.map(({ row, ean, name, action }) => [String(row), ean, name, acts[action]]);
    if (rows.length > 0) this.log(`\n${table(['СТРОКА', 'ШТРИХКОД', 'НАЗВАНИЕ', 'ЧТО БУДЕТ'], rows, width, [0, 1])}`);
    for (const { row, column, message } of errors.slice(0, SHOWN_ERRORS))
      this.say(`Строка ${row}${column ? `, столбец ${column}` : ''}: ${message}`);
    if (errors.length > SHOWN_ERRORS) this.say('Показаны не все ошибки: остальные — с --rejects ФАЙЛ.csv');
    this.say(
      `Строк ${preview.total}: новых ${preview.created}, изменится ${preview.updated}, без изменений ${preview.unchanged}, с ошибками ${preview.invalid}`,
    );
    if (preview.further > 0) this.say(`Из них ещё кодов товаров: ${preview.further}`);
    if (later) this.#compare(later, source);
    else if (source) this.say(`Списков источника «${source}» ещё не загружали: сверять пока не с чем`);
  }

  #compare(
    { renamed, recoded, kept, gone, sampleOfRecoded, sampleOfGone }: LaterAliasList,
    source: string | null,
  ): void {
    this.say(
      `С прежними списками «${source}»: переименованы ${renamed}, сменили код ${recoded}, оставлены, как исправили люди, ${kept}, больше нет в списке ${gone}`,
    );
    for (const { name, before, ean } of sampleOfRecoded.slice(0, SHOWN_ERRORS)) this.say(`${name}: ${before} → ${ean}`);
    for (const { ean, name } of sampleOfGone.slice(0, SHOWN_ERRORS)) this.say(`Нет в списке: ${name} ${ean}`);
  }
}
