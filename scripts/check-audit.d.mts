export interface Allowance {
  id: string;
  reason: string;
  /** The last day, such as 2026-11-27. */
  until: string;
}
export function allowanceMistakes(allowed: Partial<Allowance>[]): string[];
export function auditMistakes(report: { vulnerabilities: object }, allowed: Allowance[], today: string): string[];
