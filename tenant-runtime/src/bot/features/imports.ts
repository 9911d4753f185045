import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Forbidden, InvalidInput } from '@ostatok/kit/node/errors.ts';
import { Composer, InlineKeyboard } from 'grammy';
import type { ImportAnswer, ImportKind, ImportPreview, ImportProblem } from '../../../contract/imports.ts';
import type { Spreadsheets } from '../../spreadsheets/spreadsheets.service.ts';
import { inBackground } from '../background.ts';
import { type BotContext, type BotDeps, isAdmin } from '../context.ts';
import { download, type FilesAt, mustFit } from '../files.ts';
import { findFile, keepFile } from '../messages.queries.ts';
import { acknowledge, reply, rewrite } from '../telegram.ts';
import { counted, positions, quoted } from '../texts.ts';

const SHOWN_ERRORS = 15;

interface ImportsDeps extends BotDeps, FilesAt {
  spreadsheets: Spreadsheets;
}

const kindNames: Record<ImportKind, string> = { items: 'Позиции', expected: 'Остатки по учёту' };

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
  return rest > 0 ? [...lines, `…и ещё ${counted(rest, 'замечание', 'замечания', 'замечаний')}`] : lines;
}

function previewText(filename: string, kind: ImportKind, { preview }: ImportAnswer): string {
  return [
    `«${filename}», ${kindNames[kind].toLowerCase()}: пока ничего не изменено.`,
    `Новых: ${positions(preview.created)}`,
    `Изменится: ${positions(preview.updated)}`,
    `Без изменений: ${positions(preview.unchanged)}`,
    ...(preview.notes.length > 0 ? ['', ...preview.notes] : []),
    ...problemLines(preview),
  ].join('\n');
}

/** A sheet with quantities may be a list of items with their stock, or what the accounts say is there. */
const couldBeBoth = ({ columns }: ImportPreview): boolean =>
  columns.some(({ field }) => field === 'quantity' || field === 'expected');

function buttons(fileId: number, kind: ImportKind, { importId, preview }: ImportAnswer): InlineKeyboard {
  const keyboard = new InlineKeyboard();
  if (preview.created + preview.updated > 0) keyboard.text('Загрузить', `import:${importId}`);
  keyboard.text('Не загружать', 'noimport').row();
  if (couldBeBoth(preview)) {
    const other = kind === 'items' ? 'expected' : 'items';
    keyboard.text(
      `Это не ${kindNames[kind].toLowerCase()}, а ${kindNames[other].toLowerCase()}`,
      `kind:${fileId}:${other}`,
    );
  }
  return keyboard;
}

/** A workbook sent to the chat is previewed, and loaded only when its button is pressed. */
export function importsFeature(deps: ImportsDeps): Composer<BotContext> {
  const { db, spreadsheets, log, clock } = deps;
  const composer = new Composer<BotContext>();

  function mustBeAdmin(ctx: BotContext): void {
    if (!isAdmin(ctx)) throw new Forbidden('forbidden', 'Загружать позиции может только администратор');
  }

  async function preview(ctx: BotContext, file: { id: number; file_id: string; name: string }, kind: ImportKind) {
    const path = join(tmpdir(), `ostatok-${randomUUID()}`);
    try {
      await writeFile(path, await download(ctx, deps, file.file_id), { mode: 0o600 });
      const answer = await spreadsheets.preview({ path, filename: file.name, kind, user: ctx.caller });
      await reply(ctx, previewText(file.name, kind, answer), buttons(file.id, kind, answer));
    } finally {
      await rm(path, { force: true });
    }
  }

  composer.on('message:document', async (ctx) => {
    mustBeAdmin(ctx);
    const { file_id, file_name: name = 'файл', file_size: size } = ctx.message.document;
    if (!/\.xlsx?$/i.test(name)) throw new InvalidInput('Пришлите файл .xlsx или .xls');
    mustFit(size);
    await reply(ctx, `Читаю ${quoted(name)}…`);
    const id = await keepFile(db, file_id, name, clock());
    inBackground(ctx, log, () => preview(ctx, { id, file_id, name }, 'items'));
  });

  const forAdmins = composer.callbackQuery(
    /^(?:(?:un)?import:[0-9a-f-]{36}|noimport|kind:\d{1,9}:(?:items|expected))$/,
  );
  forAdmins.use(async (ctx, next) => {
    mustBeAdmin(ctx);
    await next();
  });
  forAdmins.callbackQuery(/^kind:(\d+):(items|expected)$/, async (ctx) => {
    const id = Number(ctx.match[1]);
    const kind = ctx.match[2] as ImportKind;
    const file = await findFile(db, id);
    if (!file) return acknowledge(ctx, 'Файл устарел. Пришлите его ещё раз');
    await rewrite(ctx, `Читаю ${quoted(file.name)} как ${kindNames[kind].toLowerCase()}…`);
    await acknowledge(ctx);
    inBackground(ctx, log, () => preview(ctx, { id, ...file }, kind));
  });
  forAdmins.callbackQuery(/^import:(.+)$/, async (ctx) => {
    const importId = ctx.match[1] ?? '';
    const { created, updated } = await spreadsheets.commit(importId, ctx.caller);
    const keyboard = new InlineKeyboard().text('Отменить загрузку', `unimport:${importId}`);
    await rewrite(ctx, `Загружено. Новых: ${positions(created)}, изменено: ${positions(updated)}.`, keyboard);
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
