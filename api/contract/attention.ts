/** `broken`: somebody is harmed now; `warning`: somebody soon will be; `waiting`: a decision is due. */
export type AttentionLevel = 'broken' | 'warning' | 'waiting';

/** Something that an administrator has to do. */
export interface AttentionLine {
  /** A stable code of the matter. */
  id: string;
  level: AttentionLevel;
  /** A Russian text for a person. */
  text: string;
  /** How many things are affected. */
  count: number;
  /** The first affected things, each with its reason. */
  details: string[];
  /** The time since which the oldest of them lasts, if known. */
  since: string | null;
  /** The page of the panel and the command that mend it. */
  action: { label: string; path: string; command: string };
}

/**
 * GET /admin/attention → {success, attention: AttentionLine[], at}: everything that waits for an administrator, the
 * most harmful first. The panel's overview and `ostatok status` both show this list and compute nothing themselves. A
 * failed check is a line too.
 */
export interface Attention {
  attention: AttentionLine[];
  at: string;
}
