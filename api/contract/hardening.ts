/** Something about the installation that is not as it should be: `message` says what, `advice` what to do. */
export interface Finding {
  id: string;
  /** `unsafe`: an open installation does not start with it. */
  level: 'unsafe' | 'warning';
  message: string;
  advice: string;
}

/** GET /api/test/security → beside `success`; no findings: all is well. */
export interface SecurityReport {
  findings: Finding[];
}
