/** Why sales did not come, in words for the venue's administrator: what happened and what to do. */
export class FeedFailure extends Error {
  /** The till does not know the login or the token: it is not tried again before it is changed. */
  readonly refused: boolean;
  /** SHA-256 of a certificate that an administrator may trust. */
  readonly fingerprint: string | null;

  constructor(message: string, { refused = false, fingerprint = null as string | null } = {}) {
    super(message);
    this.name = 'FeedFailure';
    this.refused = refused;
    this.fingerprint = fingerprint;
  }
}
