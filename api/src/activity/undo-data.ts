import type { UndoableAction } from '@ostatok/api/contract/activity-undo.ts';

/** The data that an entry keeps for its undo, as JSON. */
export type UndoData =
  /** The catalogue revision that the action made. */
  | { revision: number }
  | { import_id: string }
  /** The changed columns of a plan, before and after. */
  | { before: Record<string, unknown>; after: Record<string, unknown> }
  /** The plan ids in their former order. */
  | { order: number[] };

const kept: Partial<Record<UndoableAction, string>> = {
  'alias.created': 'revision',
  'alias.updated': 'revision',
  'alias.deleted': 'revision',
  'alias.code_added': 'revision',
  'alias.code_separated': 'revision',
  'alias.reverted': 'revision',
  'alias.imported': 'import_id',
  'plan.updated': 'before',
  'plan.visibility': 'before',
  'plan.reordered': 'order',
};

/** Whether the entry has the data its undo needs; entries of older releases may lack it. */
export const hasWhatUndoNeeds = (action: UndoableAction, undo: UndoData | null): boolean => {
  const key = kept[action];
  return key === undefined || (undo !== null && key in undo);
};
