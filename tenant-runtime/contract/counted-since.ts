/**
 * What an undo says of an item that was counted after the change: somebody has seen the shelf, and the stock that the count
 * brought is moved now. `item` and `count` stand in quotes already; `now` is the stock with its unit, where it may be told.
 */
export const countedSinceText = ({
  item,
  count,
  now,
}: {
  item: string;
  count: string;
  now?: string | undefined;
}): string =>
  `Остаток ${item} посчитали позже этой записи (подсчёт ${count}). Проверьте, столько ли сейчас${now ? `: ${now}` : ''}`;
