/** A finding about the installation's security: `message` says what is wrong, `advice` what to do. */
export interface Finding {
  id: string;
  /** An open installation does not start with an `unsafe` finding. */
  level: 'unsafe' | 'warning';
  message: string;
  advice: string;
}

/** GET /api/test/security → these fields beside `success`; no findings mean that all is well. */
export interface SecurityReport {
  findings: Finding[];
}
