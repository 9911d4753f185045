import type { ActivityAction } from './activity-labels.ts';

/** Undoable actions and the action that undoes each. */
export const takenBackBy = {
  'user.blocked': 'user.unblocked',
  'user.unblocked': 'user.blocked',
  'tenant.suspended': 'tenant.active',
  'tenant.active': 'tenant.suspended',
  'tenant.deleted': 'tenant.restored',
  'plan.updated': 'plan.updated',
  'plan.visibility': 'plan.visibility',
  'plan.reordered': 'plan.reordered',
  'plan.archived': 'plan.restored',
  'plan.restored': 'plan.archived',
  'alias.created': 'alias.reverted',
  'alias.updated': 'alias.reverted',
  'alias.deleted': 'alias.reverted',
  'alias.code_added': 'alias.reverted',
  'alias.code_separated': 'alias.reverted',
  'alias.reverted': 'alias.reverted',
  'alias.imported': 'alias.import_undone',
  'proposal.approved': 'proposal.reopened',
  'proposal.rejected': 'proposal.reopened',
} as const satisfies Partial<Record<ActivityAction, ActivityAction>>;
export type UndoableAction = keyof typeof takenBackBy;

export const isUndoable = (action: string): action is UndoableAction => Object.hasOwn(takenBackBy, action);

/** Whether `later` on the same target may have undone `earlier`. */
export const takesBack = (later: string, earlier: string): boolean =>
  isUndoable(earlier) && takenBackBy[earlier] === later;

const pairs = Object.entries(takenBackBy);

/** The actions that change the same matter of a target: only the newest of them can be undone. */
export function sameMatter(action: string): string[] {
  const found = new Set([action]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const [act, back] of pairs) if (found.has(act) || found.has(back)) found.add(act).add(back);
  }
  return [...found];
}
