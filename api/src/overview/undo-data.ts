import type { UndoableAction } from '@ostatok/api/contract/activity-undo.ts';

/** What an entry keeps for its undo, as JSON. */
export type UndoData =
  /** The change of the catalogue that it made. */
  | { revision: number }
  | { import_id: string }
  /** The columns of a plan that it changed, as they were and as it left them. */
  | { before: Record<string, unknown>; after: Record<string, unknown> }
  /** The numbers of plans in the order before it. */
  | { order: number[] };

const kept: Partial<Record<UndoableAction, string>> = {
  'alias.created': 'revision',
  'alias.updated': 'revision',
  'alias.deleted': 'revision',
  'alias.reverted': 'revision',
  'alias.imported': 'import_id',
  'plan.updated': 'before',
  'plan.visibility': 'before',
  'plan.reordered': 'order',
};

/** Entries of releases that kept nothing cannot be taken back where something is needed. */
export const hasWhatUndoNeeds = (action: UndoableAction, undo: UndoData | null): boolean => {
  const key = kept[action];
  return key === undefined || (undo !== null && key in undo);
};
