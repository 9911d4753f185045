import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, Forbidden, InvalidInput, TooLarge } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard, InputFile } from 'grammy';
import type { ImportAnswer, ImportPreview, ImportProblem } from '../../../contract/imports.ts';
import type { Spreadsheets } from '../../spreadsheets/spreadsheets.service.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { plural, quoted } from '../texts.ts';

/** As much as the Bot API gives to bots. */
const MAX_FILE_BYTES = 20 * 1024 * 1024;
const DOWNLOAD_MS = 60_000;
const SHOWN_ERRORS = 15;

interface ExchangeDeps extends BotDeps {
  token: string;
  apiRoot: string;
  spreadsheets: Spreadsheets;
}

const rows = (count: number): string => plural(count, 'позиция', 'позиции', 'позиций');

const problemLine = ({ row, column, message }: ImportProblem): string =>
  `строка ${row}${column ? `, ${column}` : ''}: ${message}`;

/** Warnings' rows are loaded without the value in question, the others are not. */
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
  return rest > 0 ? [...lines, `…и ещё ${plural(rest, 'замечание', 'замечания', 'замечаний')}`] : lines;
}

function previewText(filename: string, { preview }: ImportAnswer): string {
  return [
    `«${filename}»: пока ничего не изменено.`,
    `Новых: ${rows(preview.created)}`,
    `Изменится: ${rows(preview.updated)}`,
    `Без изменений: ${rows(preview.unchanged)}`,
    ...(preview.notes.length > 0 ? ['', ...preview.notes] : []),
    ...problemLines(preview),
  ].join('\n');
}

function mustBeAdmin(ctx: BotContext): void {
  if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Загружать позиции может только администратор');
}

/** Workbooks in and out of the chat: a file is previewed, and loaded only when its button is pressed. */
export function exchangeFeature({ token, apiRoot, spreadsheets, log }: ExchangeDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>();

  async function download(ctx: BotContext, path: string): Promise<void> {
    const file = await ctx.getFile();
    const answer = await fetch(`${apiRoot}/file/bot${token}/${file.file_path}`, {
      signal: AbortSignal.timeout(DOWNLOAD_MS),
    }).catch(() => undefined);
    if (!answer?.ok) throw new InvalidInput('Файл не скачался, пришлите его ещё раз');
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (bytes.length > MAX_FILE_BYTES) throw new TooLarge('Файл больше 20 МБ: загрузите его в панели');
    await writeFile(path, bytes, { mode: 0o600 });
  }

  /** Spreadsheets take seconds, and the next counting message must not wait for them; a stop in between loses only the answer. */
  async function inBackground(ctx: BotContext, path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error, updateId: ctx.update.update_id }, 'spreadsheet failed');
      const text = error instanceof AppError ? error.message : 'Не получилось: ошибка у нас. Попробуйте ещё раз';
      await reply(ctx, text).catch(() => log.warn({ updateId: ctx.update.update_id }, 'could not tell so'));
    } finally {
      await rm(path, { force: true });
    }
  }

  async function preview(ctx: BotContext, path: string, filename: string): Promise<void> {
    await download(ctx, path);
    const answer = await spreadsheets.preview({ path, filename, kind: 'items', user: ctx.caller });
    const { created, updated } = answer.preview;
    const keyboard = new InlineKeyboard()
      .text('Загрузить', `import:${answer.importId}`)
      .text('Не загружать', 'noimport');
    await reply(ctx, previewText(filename, answer), created + updated > 0 ? keyboard : undefined);
  }

  composer.command('export', async (ctx) => {
    await reply(ctx, 'Готовлю файл…');
    void spreadsheets.export('items').then(
      ({ path, filename }) =>
        inBackground(ctx, path, async () => void (await ctx.replyWithDocument(new InputFile(path, filename)))),
      (error) => inBackground(ctx, '', () => Promise.reject(error)),
    );
  });

  composer.on('message:document', async (ctx) => {
    mustBeAdmin(ctx);
    const { file_name: filename = 'файл', file_size: size = 0 } = ctx.message.document;
    if (!/\.xlsx?$/i.test(filename)) throw new InvalidInput('Пришлите файл .xlsx или .xls');
    if (size > MAX_FILE_BYTES) throw new TooLarge('Файл больше 20 МБ: загрузите его в панели');
    await reply(ctx, `Читаю ${quoted(filename)}…`);
    const path = join(tmpdir(), `ostatok-${randomUUID()}`);
    void inBackground(ctx, path, () => preview(ctx, path, filename));
  });

  const forAdmins = composer.callbackQuery(/^(?:(?:un)?import:[0-9a-f-]{36}|noimport)$/);
  forAdmins.use(async (ctx, next) => {
    mustBeAdmin(ctx);
    await next();
  });
  forAdmins.callbackQuery(/^import:(.+)$/, async (ctx) => {
    const importId = ctx.match[1] ?? '';
    const { created, updated } = await spreadsheets.commit(importId, ctx.caller);
    const keyboard = new InlineKeyboard().text('Отменить загрузку', `unimport:${importId}`);
    await rewrite(ctx, `Загружено. Новых: ${rows(created)}, изменено: ${rows(updated)}.`, keyboard);
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
