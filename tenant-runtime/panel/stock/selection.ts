/**
 * The selected rows. Shift always extends from the anchor; `before` holds the rows that were selected before extending.
 */
export interface Selection {
  ids: ReadonlySet<number>;
  anchor: number | null;
  before: ReadonlySet<number>;
}

const chosen = (ids: ReadonlySet<number>, anchor: number | null): Selection => ({ ids, anchor, before: ids });

export const nothingSelected: Selection = chosen(new Set(), null);

/** Toggles one row, which becomes the anchor. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return chosen(next, id);
}

/** Selects the rows between the anchor and the row, in the order shown, in addition to `before`. */
export function extended(selection: Selection, rows: readonly { id: number }[], id: number): Selection {
  const from = rows.findIndex((row) => row.id === selection.anchor);
  const to = rows.findIndex((row) => row.id === id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
  return { ...selection, ids: new Set([...selection.before, ...between]) };
}

/** Selects all shown rows, or clears the selection when all of them are selected already. */
export function allOf({ ids }: Selection, rows: readonly { id: number }[]): Selection {
  if (rows.length > 0 && rows.every(({ id }) => ids.has(id))) return nothingSelected;
  return chosen(new Set([...ids, ...rows.map(({ id }) => id)]), null);
}

/** Drops rows that no longer exist; returns the same object when there are none. */
export function existing(selection: Selection, byId: ReadonlyMap<number, unknown>): Selection {
  if ([...selection.ids].every((id) => byId.has(id))) return selection;
  return chosen(new Set([...selection.ids].filter((id) => byId.has(id))), null);
}
