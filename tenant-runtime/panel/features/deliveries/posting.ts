import { ApiError } from '@ostatok/kit/web/api-client.ts';
import type { DuplicateKind } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';

/** What the API may ask before it posts. */
export interface PostInput {
  counted?: 'before' | 'after';
  again?: boolean;
}

/** A count or a stated quantity that the goods came before or after. */
interface Statement {
  item: { id: number; name: string };
  at: string;
  count: { id: number; title: string } | null;
}

export type Question = { text: string; input: PostInput } & (
  | { of: 'before_or_after'; statements: Statement[] }
  | { of: 'duplicate'; duplicate: number; same: DuplicateKind }
);

/** Returns the question that the API asks by refusing; null for any other error. */
export function questionOf(error: unknown, input: PostInput): Question | null {
  if (!(error instanceof ApiError)) return null;
  const { code, message: text, body } = error;
  if (code === 'before_or_after') {
    return { of: 'before_or_after', text, input, statements: (body.statements ?? []) as Statement[] };
  }
  if (code !== 'duplicate_delivery') return null;
  return { of: 'duplicate', text, input, duplicate: Number(body.duplicate), same: body.same as DuplicateKind };
}

export interface TouchedCount {
  /** Null for quantities that were stated without a count. */
  id: number | null;
  title: string;
  /** When the first of its items was counted. */
  at: string;
  items: string[];
}

/** Groups statements by their counts, in the order of their times. */
export function touchedCounts(statements: readonly Statement[]): TouchedCount[] {
  const counts = new Map<number | null, TouchedCount>();
  for (const { item, at, count } of statements) {
    const id = count?.id ?? null;
    const known = counts.get(id);
    if (!known) counts.set(id, { id, title: count?.title ?? 'Остаток записан заново', at, items: [item.name] });
    else if (!known.items.includes(item.name)) known.items.push(item.name);
  }
  return [...counts.values()];
}
