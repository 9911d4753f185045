/** `broken`: somebody is harmed now; `warning`: somebody soon will be; `waiting`: it waits for a decision. */
export type AttentionLevel = 'broken' | 'warning' | 'waiting';

/** Something that an administrator has to do. */
export interface AttentionLine {
  /** What it is about, a stable word. */
  id: string;
  level: AttentionLevel;
  /** Russian, for a person. */
  text: string;
  /** Of how many things it tells. */
  count: number;
  /** The first of them, each with its reason. */
  details: string[];
  /** Since when the oldest of them lasts, where that is known. */
  since: string | null;
  /** What mends it: a page of the panel, and a command. */
  action: { label: string; path: string; command: string };
}

/**
 * GET /admin/attention → {success, attention: AttentionLine[], at}: everything that waits for an administrator, the most
 * harmful first. Nobody computes it anew: the panel's overview and `ostatok status` show this. What could not be looked at
 * is a line too.
 */
export interface Attention {
  attention: AttentionLine[];
  at: string;
}
