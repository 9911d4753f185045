import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UUID } from '@ostatok/kit/contract/uuid.ts';
import { Forbidden, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import { pricesText, readingTitles } from '../../../contract/import-prices.ts';
import type { ImportAnswer, ImportPreview, ImportProblem } from '../../../contract/imports.endpoints.ts';
import type { ImportKind, PriceReading } from '../../../contract/imports.ts';
import type { Spreadsheets } from '../../spreadsheets/spreadsheets.service.ts';
import { inBackground } from '../background.ts';
import { acknowledge, reply, rewrite } from '../chat.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { type ChatFiles, mustFit } from '../files.ts';
import { findFile, keepFile } from '../messages.queries.ts';
import { counted, positions, quoted } from '../texts.ts';
import type { Papers } from './papers.ts';

const SHOWN_ERRORS = 15;
const SHOWN_DOUBTS = 10;

interface ImportsDeps extends BotDeps {
  files: ChatFiles;
  spreadsheets: Spreadsheets;
  papers: Pick<Papers, 'offer'>;
}

const kindNames: Record<ImportKind, string> = { items: 'Позиции', expected: 'Остатки по учёту' };

const problemLine = ({ row, column, message }: ImportProblem): string =>
  `строка ${row}${column ? `, ${column}` : ''}: ${message}`;

/** Lists problems: rows with a warning are loaded without the value in question, rows with an error are not loaded. */
function problemLines({ errors, problems }: ImportPreview): string[] {
  const sections = [
    { title: 'Не загрузятся:', list: errors.filter(({ warning }) => !warning) },
    { title: 'Загрузятся, но проверьте:', list: errors.filter(({ warning }) => warning) },
  ];
  const lines: string[] = [];
  let left = SHOWN_ERRORS;
  for (const { title, list } of sections) {
    const shown = list.slice(0, left);
    left -= shown.length;
    if (shown.length > 0) lines.push('', title, ...shown.map(problemLine));
  }
  const rest = problems - (SHOWN_ERRORS - left);
  return rest > 0 ? [...lines, `…и ещё ${counted(rest, 'замечание', 'замечания', 'замечаний')}`] : lines;
}

/** Lists the doubtful rows, which are written only after a user confirms them, before everything else. */
function doubtLines({ rows, doubtful, similar }: ImportPreview): string[] {
  const slips = doubtful - similar;
  if (slips === 0) return [];
  const shown = rows.filter((row) => row.doubt !== undefined && !row.similar).slice(0, SHOWN_DOUBTS);
  const rest = slips - shown.length;
  return [
    '',
    'Похоже на ошибку, не загрузятся без вашего слова:',
    ...shown.map(({ row, doubt }) => `строка ${row}: ${doubt}`),
    ...(rest > 0 ? [`…и ещё ${counted(rest, 'строка', 'строки', 'строк')}`] : []),
  ];
}

/** Lists the rows that bring another unit, with what that makes of the values that the file is silent about. */
function convertedLines({ rows, converted }: ImportPreview): string[] {
  if (converted === 0) return [];
  const shown = rows.filter((row) => row.converted !== undefined).slice(0, SHOWN_DOUBTS);
  const rest = converted - shown.length;
  return [
    '',
    'Сменится единица:',
    ...shown.map((row) => `строка ${row.row}: ${row.converted}`),
    ...(rest > 0 ? [`…и ещё ${counted(rest, 'строка', 'строки', 'строк')}`] : []),
  ];
}

/** Lists the rows that may be items under another name; which they are is chosen in the panel. */
function similarLines({ rows, similar }: ImportPreview, publicUrl: string | undefined): string[] {
  if (similar === 0) return [];
  const shown = rows.flatMap((row) => (row.similar ? [{ ...row, similar: row.similar }] : [])).slice(0, SHOWN_DOUBTS);
  const rest = similar - shown.length;
  return [
    '',
    'Похожи на ваши позиции, отсюда не загрузятся:',
    ...shown.map(({ row, name, similar: [first] }) => `строка ${row}: ${quoted(name)} — ${quoted(first?.name ?? '')}?`),
    ...(rest > 0 ? [`…и ещё ${counted(rest, 'строка', 'строки', 'строк')}`] : []),
    `Они это или новые, выберите в панели${publicUrl ? ` ${publicUrl}` : ''}, раздел Excel: загрузите этот файл там.`,
  ];
}

const STOCK_OF_NEW =
  'Остаток из файла получат только новые позиции. У тех, что уже есть, остаток не изменится. Если это подсчёт, загрузите файл в панели, раздел Excel';

function notesOf(kind: ImportKind, { columns, notes }: ImportPreview): string[] {
  const hasStock = kind === 'items' && columns.some(({ field }) => field === 'quantity');
  return hasStock ? [STOCK_OF_NEW, ...notes] : notes;
}

function previewText(
  { name, kind }: { name: string; kind: ImportKind },
  { preview }: ImportAnswer,
  publicUrl: string | undefined,
): string {
  const notes = notesOf(kind, preview);
  return [
    `«${name}», ${kindNames[kind].toLowerCase()}: пока ничего не изменено.`,
    `Новых: ${positions(preview.created)}`,
    `Изменится: ${positions(preview.updated)}`,
    `Без изменений: ${positions(preview.unchanged)}`,
    ...doubtLines(preview),
    ...convertedLines(preview),
    ...similarLines(preview, publicUrl),
    ...(preview.prices ? ['', pricesText(preview.prices)] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...problemLines(preview),
  ].join('\n');
}

/** Tells whether a sheet with quantities may be either a list of items with their stock or the expected stock. */
const couldBeBoth = ({ columns }: ImportPreview): boolean =>
  columns.some(({ field }) => field === 'quantity' || field === 'expected');

function buttons(fileId: number, kind: ImportKind, { importId, preview }: ImportAnswer): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  const { created, updated, doubtful, similar, prices } = preview;
  const [sound, slips] = [created + updated, doubtful - similar];
  if (doubtful > 0) {
    if (sound > 0) keyboard.text(`Загрузить без них: ${positions(sound)}`, `import:${importId}`).row();
    if (slips > 0) keyboard.text(`Всё верно, загрузить: ${positions(sound + slips)}`, `importall:${importId}`).row();
  } else if (sound > 0) keyboard.text('Загрузить', `import:${importId}`);
  keyboard.text('Не загружать', 'noimport').row();
  if (prices) {
    const other = prices.reading === 'unit' ? 'bottle' : 'unit';
    keyboard.text(`Цены ${readingTitles[other]}`, `kind:${fileId}:${kind}:${other}`).row();
  }
  if (couldBeBoth(preview)) {
    const other = kind === 'items' ? 'expected' : 'items';
    keyboard.text(
      `Это не ${kindNames[kind].toLowerCase()}, а ${kindNames[other].toLowerCase()}`,
      `kind:${fileId}:${other}`,
    );
  }
  return keyboard;
}

const BOOK = /\.xlsx?$/i;
const PAPER = /\.(?:xlsx?|xml|csv|jsonc?)$/i;
const WRONG_FILE = 'Пришлите накладную, отчёт кассы или список позиций: файл .xlsx, .xls, .xml, .csv или .json';
const UNKNOWN_PAPER =
  'Не понять, что это за файл. Накладную загрузите в панели, раздел «Поставки», отчёт кассы — «Продажи»: там можно указать столбцы';

/** Shows what a file sent to the chat says, and loads a list of items only when its button is pressed. */
export function importsFeature(deps: ImportsDeps): Composer<BotContext> {
  const { db, channel, files, spreadsheets, papers, log, clock } = deps;
  const composer = new Composer<BotContext>();

  function mustBeAdmin(ctx: BotContext): void {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Загружать файлы может только администратор');
  }

  interface Asked {
    file: { id: number; file_id: string; name: string };
    kind: ImportKind;
    prices?: PriceReading;
  }

  async function withFile(
    ctx: BotContext,
    { file_id }: Asked['file'],
    read: (path: string) => Promise<void>,
  ): Promise<void> {
    const path = join(tmpdir(), `ostatok-${randomUUID()}`);
    try {
      await writeFile(path, await files.download(ctx.api, file_id), { mode: 0o600 });
      await read(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async function preview(ctx: BotContext, path: string, { file, kind, prices }: Asked): Promise<void> {
    const answer = await spreadsheets.preview({ path, filename: file.name, kind, prices, user: ctx.caller });
    await reply(
      ctx,
      previewText({ name: file.name, kind }, answer, deps.venue.publicUrl),
      buttons(file.id, kind, answer),
    );
  }

  /** A workbook that is neither a delivery nor a till's report is a list of items. */
  async function read(ctx: BotContext, path: string, file: Asked['file']): Promise<void> {
    const isBook = BOOK.test(file.name);
    if (await papers.offer(ctx, { path, name: file.name, asItems: isBook ? file.id : undefined })) return;
    if (!isBook) throw new InvalidInput(UNKNOWN_PAPER);
    await preview(ctx, path, { file, kind: 'items' });
  }

  composer.on('message:document', async (ctx) => {
    mustBeAdmin(ctx);
    const { file_id, file_name: name = 'файл', file_size: size } = ctx.message.document;
    if (!PAPER.test(name)) throw new InvalidInput(WRONG_FILE);
    mustFit(size);
    await reply(ctx, `Читаю ${quoted(name)}…`);
    const id = await keepFile(db, { channel, file_id, name, created_at: clock() });
    const file = { id, file_id, name };
    inBackground(ctx, log, () => withFile(ctx, file, (path) => read(ctx, path, file)));
  });

  const forAdmins = composer.callbackQuery(
    new RegExp(`^(?:(?:un)?import(?:all)?:${UUID}|noimport|kind:\\d{1,9}:(?:items|expected)(?::(?:unit|bottle))?)$`),
  );
  forAdmins.use(async (ctx, next) => {
    mustBeAdmin(ctx);
    await next();
  });
  forAdmins.callbackQuery(/^kind:(\d+):(items|expected)(?::(unit|bottle))?$/, async (ctx) => {
    const id = Number(ctx.match[1]);
    const kind = ctx.match[2] as ImportKind;
    const prices = ctx.match[3] as PriceReading | undefined;
    const file = await findFile(db, id, channel);
    if (!file) return acknowledge(ctx, 'Файл устарел. Пришлите его ещё раз');
    const as = prices ? `, цены ${readingTitles[prices]}` : ` как ${kindNames[kind].toLowerCase()}`;
    await rewrite(ctx, `Читаю ${quoted(file.name)}${as}…`);
    await acknowledge(ctx);
    const { file_id, name } = file;
    const asked = { file: { id, file_id, name }, kind, ...(prices && { prices }) };
    inBackground(ctx, log, () => withFile(ctx, asked.file, (path) => preview(ctx, path, asked)));
  });
  forAdmins.callbackQuery(/^import(all)?:(.+)$/, async (ctx) => {
    const importId = ctx.match[2] ?? '';
    const confirmed = ctx.match[1] === undefined ? undefined : true;
    const { created, updated, held, notes } = await spreadsheets.commit(importId, ctx.caller, { confirmed, new: [] });
    const keyboard = new InlineKeyboard().text('Отменить загрузку', `unimport:${importId}`);
    const left =
      held > 0 ? ` Не загружено под вопросом: ${held}. Исправьте их или решите в панели и загрузите файл ещё раз.` : '';
    const done = `Загружено. Новых: ${positions(created)}, изменено: ${positions(updated)}.${left}`;
    await rewrite(ctx, [done, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n'), keyboard);
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery(/^unimport:(.+)$/, async (ctx) => {
    await spreadsheets.undo(ctx.match[1] ?? '', ctx.caller);
    await rewrite(ctx, 'Загрузка отменена, всё как было до неё.');
    await acknowledge(ctx);
  });
  forAdmins.callbackQuery('noimport', async (ctx) => {
    await rewrite(ctx, 'Файл не загружен, ничего не изменено.');
    await acknowledge(ctx);
  });
  return composer;
}
