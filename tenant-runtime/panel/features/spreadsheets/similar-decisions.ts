import type { ImportPreview, SimilarItem } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';

/** What a row is that is like an item: the item with this id, or a new one. */
export type Decision = number | 'new';
/** Decisions by the row's number; a row that is not decided is not loaded. */
export type Decisions = ReadonlyMap<number, Decision>;

export type SimilarRow = ImportPreview['rows'][number] & { similar: SimilarItem[] };
export const similarRows = ({ rows }: ImportPreview): SimilarRow[] =>
  rows.flatMap(({ similar, ...row }) => (similar ? [{ ...row, similar }] : []));

/** Returns the row by the item that it was decided to be. */
export const rowsByItem = (decisions: Decisions): Map<number, number> =>
  new Map([...decisions].flatMap(([row, decision]) => (decision === 'new' ? [] : [[decision, row]])));

/** Returns the decisions that a user need not look at. */
export const sureDecisions = (preview: ImportPreview): Decisions =>
  new Map(
    similarRows(preview).flatMap(({ row, similar }) => similar.flatMap(({ id, sure }) => (sure ? [[row, id]] : []))),
  );

/** Gives undecided rows their items, the most probable first, where nothing is asked and no other row is the item. */
export function withAllSimilar(preview: ImportPreview, decisions: Decisions): Decisions {
  const offers = similarRows(preview)
    .filter(({ row }) => !decisions.has(row))
    .flatMap(({ row, similar }) => similar.map((item) => ({ row, item })))
    .filter(({ item: { doubt, refused } }) => doubt === undefined && refused === undefined)
    .toSorted((a, b) => b.item.confidence - a.item.confidence || a.row - b.row);
  const next = new Map(decisions);
  const taken = new Set(rowsByItem(decisions).keys());
  for (const { row, item } of offers) {
    if (next.has(row) || taken.has(item.id)) continue;
    next.set(row, item.id);
    taken.add(item.id);
  }
  return next;
}

/** Returns the decisions as they are sent. */
export function decided(decisions: Decisions): { same: { row: number; item_id: number }[]; new: number[] } {
  const all = [...decisions];
  return {
    same: all.flatMap(([row, decision]) => (decision === 'new' ? [] : [{ row, item_id: decision }])),
    new: all.flatMap(([row, decision]) => (decision === 'new' ? [row] : [])),
  };
}
