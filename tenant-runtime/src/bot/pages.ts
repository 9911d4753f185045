import type { InlineKeyboard } from 'grammy';

/** Items on a page. Names are cut so that a page with its totals and buttons fits into one message. */
export const PAGE = 20;
export const NAME_SHOWN = 60;

/** Clamps the page number, because the list may have become shorter since its button was made. */
export const within = (page: number, rows: number): number => Math.max(0, Math.min(page, Math.ceil(rows / PAGE) - 1));

export function addPageButtons(
  keyboard: InlineKeyboard,
  page: number,
  rows: number,
  data: (page: number) => string,
): InlineKeyboard {
  const pages = Math.ceil(rows / PAGE);
  if (pages < 2) return keyboard;
  keyboard.row();
  if (page > 0) keyboard.text('‹', data(page - 1));
  keyboard.text(`${page + 1} из ${pages}`, data(page));
  if (page + 1 < pages) keyboard.text('›', data(page + 1));
  return keyboard;
}
