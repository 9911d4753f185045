/** The scale whose weights are recorded, and the phone's own one that was seen last. */
export interface Followed {
  scaleId?: string | undefined;
  phoneId?: string | undefined;
}

/**
 * A weight is recorded without a tap, so another scale is never used in the place of a lost one: somebody else's bottle may
 * stand there. The only scale is followed, or the phone's own from its first reading on; of several a person chooses.
 */
export function nextFollowed(before: Followed, scaleIds: readonly string[], phoneId: string | undefined): Followed {
  if (phoneId !== undefined && phoneId !== before.phoneId) return { scaleId: phoneId, phoneId };
  if (before.scaleId === undefined && scaleIds.length === 1) return { ...before, scaleId: scaleIds[0] };
  return before;
}
