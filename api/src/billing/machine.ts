/**
 * The states and events of a subscription; only this table defines the transitions. `free`: the free plan; `active`:
 * runs, and is renewed if possible; `canceled`: runs to its end; `past_due`: a renewal failed and is tried again;
 * `expired`: over; `granted`: a plan given for a time over the previous one.
 */
export const states = ['free', 'active', 'canceled', 'past_due', 'expired', 'granted'] as const;
export type State = (typeof states)[number];

export const events = [
  'purchased',
  'went_free',
  'renewed',
  'charge_failed',
  'ended',
  'canceled',
  'resumed',
  'change_scheduled',
  'change_undone',
  'granted',
  'grant_ended',
  'extended',
  'plan_set',
  'account_closed',
] as const;
export type SubscriptionEvent = (typeof events)[number];

/** `previous` is the state before the grant. An event that is not listed is refused. */
export const table: Record<State, Partial<Record<SubscriptionEvent, State | 'previous'>>> = {
  free: {
    purchased: 'active',
    granted: 'granted',
    plan_set: 'active',
    account_closed: 'free',
  },
  active: {
    purchased: 'active',
    went_free: 'free',
    renewed: 'active',
    charge_failed: 'past_due',
    ended: 'expired',
    canceled: 'canceled',
    resumed: 'active',
    change_scheduled: 'active',
    change_undone: 'active',
    granted: 'granted',
    extended: 'active',
    plan_set: 'active',
    account_closed: 'canceled',
  },
  canceled: {
    purchased: 'active',
    went_free: 'free',
    ended: 'expired',
    resumed: 'active',
    change_scheduled: 'active',
    granted: 'granted',
    extended: 'canceled',
    plan_set: 'canceled',
    account_closed: 'canceled',
  },
  past_due: {
    purchased: 'active',
    went_free: 'free',
    renewed: 'active',
    charge_failed: 'past_due',
    ended: 'expired',
    granted: 'granted',
    extended: 'active',
    plan_set: 'past_due',
    account_closed: 'expired',
  },
  expired: {
    purchased: 'active',
    went_free: 'free',
    granted: 'granted',
    extended: 'active',
    plan_set: 'expired',
    account_closed: 'expired',
  },
  granted: {
    purchased: 'active',
    granted: 'granted',
    grant_ended: 'previous',
    extended: 'granted',
    plan_set: 'granted',
    account_closed: 'granted',
  },
};

export const allows = (state: State, event: SubscriptionEvent): boolean => table[state][event] !== undefined;

/** Throws when the event is not allowed: owners' choices are checked before, so this is a bug. */
export function next(state: State, event: SubscriptionEvent, previous?: Exclude<State, 'granted'>): State {
  const to = table[state][event];
  if (to === undefined) throw new Error(`A subscription that is ${state} cannot be ${event}`);
  if (to !== 'previous') return to;
  if (previous === undefined) throw new Error(`What was before the state ${state} is not known`);
  return previous;
}

/** The status as it is stored and as the API returns it. */
export type StoredStatus = 'active' | 'past_due' | 'canceled' | 'expired';

export const statusOf = (state: State): StoredStatus => (state === 'free' || state === 'granted' ? 'active' : state);

/** The state that a row represents. */
export function stateOf(row: { status: StoredStatus; granted_until: Date | null; isFree: boolean }): State {
  if (row.status !== 'active') return row.status;
  if (row.granted_until !== null) return 'granted';
  return row.isFree ? 'free' : 'active';
}
