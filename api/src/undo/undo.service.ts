import { isUndoable, type UndoableAction } from '@ostatok/api/contract/activity-undo.ts';
import type { ActivityRecord } from '@ostatok/api/contract/overview.endpoints.ts';
import { Conflict } from '@ostatok/kit/node/errors.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { UndoData } from '../activity/undo-data.ts';
import type { AliasImports } from '../alias-imports/alias-imports.service.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Proposals } from '../catalogue/proposals.service.ts';
import type { AdminPlans } from '../plans/admin-plans.service.ts';
import type { RestoringDeleted } from '../tenant-removal/restoring-deleted.service.ts';
import type { AdminTenants } from '../tenants/admin-tenants.service.ts';
import type { Users } from '../users/users.service.ts';

export interface UndoDeps {
  activity: Activity;
  users: Pick<Users, 'setStatus'>;
  adminTenants: Pick<AdminTenants, 'setStatus'>;
  restoreDeleted: RestoringDeleted;
  adminPlans: Pick<AdminPlans, 'archive' | 'restore' | 'reorder' | 'takeBack'>;
  catalogue: Pick<Catalogue, 'takeBack'>;
  aliasImports: Pick<AliasImports, 'undo'>;
  proposals: Pick<Proposals, 'reopen'>;
}

interface Undone {
  actorId: number;
  /** The activity entry's id. */
  entry: number;
  /** The id within the entry's target, as `7` of `user:7`. */
  target: string;
  undo: UndoData | null;
}
/** Undoes one entry; returns an extra message for the person, if any. */
type Undoer = (undone: Undone) => Promise<string | undefined>;

/** Narrows the kept data to the kind its action always has; entries without it were refused before. */
const kept = <Kind extends UndoData>(undo: UndoData | null): Kind => undo as Kind;

function peopleUndoers({ users, adminTenants, restoreDeleted }: UndoDeps) {
  const setUser =
    (status: 'active' | 'blocked'): Undoer =>
    async ({ actorId, entry, target }) => {
      await users.setStatus(actorId, Number(target), status, entry);
      return undefined;
    };
  const setVenue =
    (status: 'active' | 'suspended'): Undoer =>
    async ({ actorId, entry, target }) => {
      const now = await adminTenants.setStatus(actorId, target, status, entry);
      return now === status ? undefined : 'Заведение остаётся приостановленным, пока владелец не оплатит подписку';
    };
  return {
    'user.blocked': setUser('active'),
    'user.unblocked': setUser('blocked'),
    'tenant.suspended': setVenue('active'),
    'tenant.active': setVenue('suspended'),
    'tenant.deleted': async ({ actorId, entry, target }) => {
      const now = await restoreDeleted.byAdministrator(actorId, target, entry);
      return now === 'suspended' ? 'Заведение возвращено приостановленным' : undefined;
    },
  } satisfies Partial<Record<UndoableAction, Undoer>>;
}

function planUndoers({ adminPlans }: UndoDeps) {
  const takeBack =
    (action: 'plan.updated' | 'plan.visibility'): Undoer =>
    async ({ actorId, entry, target, undo }) => {
      const values = kept<{ before: Record<string, unknown>; after: Record<string, unknown> }>(undo);
      await adminPlans.takeBack(actorId, Number(target), action, values, entry);
      return undefined;
    };
  return {
    'plan.updated': takeBack('plan.updated'),
    'plan.visibility': takeBack('plan.visibility'),
    'plan.archived': async ({ actorId, entry, target }) => {
      await adminPlans.restore(actorId, Number(target), entry);
      return undefined;
    },
    'plan.restored': async ({ actorId, entry, target }) => {
      await adminPlans.archive(actorId, Number(target), entry);
      return undefined;
    },
    'plan.reordered': async ({ actorId, entry, undo }) => {
      const { order } = kept<{ order: number[] }>(undo);
      await adminPlans.reorder(actorId, { plans: order.map((id, at) => ({ id, sort_order: at + 1 })) }, entry);
      return undefined;
    },
  } satisfies Partial<Record<UndoableAction, Undoer>>;
}

function catalogueUndoers({ catalogue, aliasImports, proposals }: UndoDeps) {
  const takeBack: Undoer = async ({ actorId, entry, undo }) => {
    await catalogue.takeBack(actorId, kept<{ revision: number }>(undo).revision, entry);
    return undefined;
  };
  const reopen: Undoer = async ({ actorId, entry, target }) => {
    await proposals.reopen(actorId, Number(target), entry);
    return undefined;
  };
  return {
    'alias.created': takeBack,
    'alias.updated': takeBack,
    'alias.deleted': takeBack,
    'alias.code_added': takeBack,
    'alias.code_separated': takeBack,
    'alias.reverted': takeBack,
    'alias.imported': async ({ actorId, entry, undo }) => {
      const { message } = await aliasImports.undo(kept<{ import_id: string }>(undo).import_id, actorId, entry);
      return message;
    },
    'proposal.approved': reopen,
    'proposal.rejected': reopen,
  } satisfies Partial<Record<UndoableAction, Undoer>>;
}

/** Undoes what the activity log records, with the same calls as the pages make. */
export function createUndo(deps: UndoDeps) {
  const { activity } = deps;
  const undoers: Record<UndoableAction, Undoer> = {
    ...peopleUndoers(deps),
    ...planUndoers(deps),
    ...catalogueUndoers(deps),
  };

  async function find(id: number) {
    const { undo, ...entry } = await activity.entry(id);
    if (entry.undone_at)
      throw new Conflict('already_undone', `Это уже отменено${entry.undone_by ? `: ${entry.undone_by}` : ''}`);
    const { action, target } = entry;
    if (!isUndoable(action) || target === null || !activity.hasWhatUndoNeeds(action, undo))
      throw new Conflict('not_undoable', 'Такое действие отменить нельзя');
    return { undoer: undoers[action], target: target.slice(target.indexOf(':') + 1), undo };
  }

  async function takeBack(actorId: number, id: number): Promise<{ activity: ActivityRecord; message: string }> {
    const { undoer, target, undo } = await find(id);
    const note = await undoer({ actorId, entry: id, target, undo });
    const { undo: _, ...entry } = await activity.entry(id);
    if (!entry.undone_at)
      throw new Conflict('nothing_to_undo', 'Отменять нечего: всё и так как было до этого. Обновите журнал');
    return { activity: entry, message: note ?? `Отменено: ${entry.description}` };
  }

  const latest = new Map<number, Promise<unknown>>();

  /** Serialises requests for one entry, so that the second learns that it is undone already. */
  return async (actorId: number, id: number): ReturnType<typeof takeBack> => {
    const before = latest.get(id)?.catch(() => undefined);
    const mine = before ? before.then(() => takeBack(actorId, id)) : takeBack(actorId, id);
    latest.set(id, mine);
    try {
      return await mine;
    } finally {
      if (latest.get(id) === mine) latest.delete(id);
    }
  };
}
export type UndoAct = ReturnType<typeof createUndo>;
