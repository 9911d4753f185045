import { rm } from 'node:fs/promises';
import { Composer } from 'grammy';
import type { DiscrepanciesQuery } from '../../../contract/reports.ts';
import type { Spreadsheets } from '../../spreadsheets/spreadsheets.service.ts';
import { inBackground } from '../background.ts';
import { BLIND_NOTE, seenBy } from '../blind.ts';
import { acknowledge, reply, sendFile } from '../chat.ts';
import type { BotContext, BotDeps } from '../context.ts';

interface ExportsDeps extends BotDeps {
  spreadsheets: Spreadsheets;
}

/** Sends workbooks to the chat: the stock, or a report with its filters. */
export function exportsFeature(deps: ExportsDeps): Composer<BotContext> {
  const { spreadsheets, log } = deps;
  const composer = new Composer<BotContext>();

  async function send(ctx: BotContext, report: 'items' | 'discrepancies', part?: DiscrepanciesQuery): Promise<void> {
    if ((await seenBy(ctx, deps)).hidesSome()) return reply(ctx, BLIND_NOTE);
    await reply(ctx, 'Готовлю файл…');
    inBackground(ctx, log, async () => {
      const { path, filename } = await spreadsheets.export(report, ctx.caller, part);
      try {
        await sendFile(ctx, path, filename);
      } finally {
        await rm(path, { force: true });
      }
    });
  }

  composer.command('export', (ctx) => send(ctx, 'items'));
  composer.callbackQuery(/^sheet:(strong|wine|soft|all):(0\.1|0\.375|1|zero|all)$/, async (ctx) => {
    const query = { group: ctx.match[1], deviation: ctx.match[2] } as DiscrepanciesQuery;
    await acknowledge(ctx);
    await send(ctx, 'discrepancies', query);
  });
  return composer;
}
