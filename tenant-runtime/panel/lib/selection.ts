/** Chosen rows. Shift extends from the anchor, and anew from there each time; `before` is what was chosen without it. */
export interface Selection {
  ids: ReadonlySet<number>;
  anchor: number | null;
  before: ReadonlySet<number>;
}

const chosen = (ids: ReadonlySet<number>, anchor: number | null): Selection => ({ ids, anchor, before: ids });

export const nothingSelected: Selection = chosen(new Set(), null);

/** One row more or less; the next Shift extends from it. */
export function toggled({ ids }: Selection, id: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return chosen(next, id);
}

/** Everything between the anchor and the row, in the order shown, beside what was chosen before. */
export function extended(selection: Selection, rows: readonly { id: number }[], id: number): Selection {
  const from = rows.findIndex((row) => row.id === selection.anchor);
  const to = rows.findIndex((row) => row.id === id);
  if (from === -1 || to === -1) return toggled(selection, id);
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id);
  return { ...selection, ids: new Set([...selection.before, ...between]) };
}

/** All that is shown; nothing where all of it is chosen already. */
export function allOf({ ids }: Selection, rows: readonly { id: number }[]): Selection {
  if (rows.length > 0 && rows.every(({ id }) => ids.has(id))) return nothingSelected;
  return chosen(new Set([...ids, ...rows.map(({ id }) => id)]), null);
}

/** Without what is no longer there; the same object where nothing left. */
export function existing(selection: Selection, byId: ReadonlyMap<number, unknown>): Selection {
  if ([...selection.ids].every((id) => byId.has(id))) return selection;
  return chosen(new Set([...selection.ids].filter((id) => byId.has(id))), null);
}
