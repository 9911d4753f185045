import type { Change } from '../../contract/changes.endpoints.ts';
import { countedSinceText } from '../../contract/counted-since.ts';
import type { BotDeps } from './context.ts';
import { type Echoed, positions, quantityText, quoted } from './texts.ts';

/** A message of a whole delivery may have hundreds. */
const MOST_NOTES = 10;

/**
 * The lines that follow an undo, each item once: which of the changes `undone` were counted since. `written` holds what was
 * written meanwhile, its last change of an item tells the stock of now.
 */
export async function countedSinceNote(
  { changes }: Pick<BotDeps, 'changes'>,
  undone: string[],
  written: Change[],
  shown: (change: Change) => Echoed,
): Promise<string> {
  const counted = undone.length > 0 ? await changes.countsSince(undone) : [];
  const last = new Map(written.toSorted((a, b) => a.seq - b.seq).map((change) => [change.item.id, change]));
  const lines = counted.flatMap(({ item_id, title }) => {
    const change = last.get(item_id);
    if (!change) return [];
    const { item, after } = shown(change);
    const now = after === null ? undefined : `${quantityText(after)} ${item.unit}`;
    return [countedSinceText({ item: quoted(item.name), count: quoted(title), now })];
  });
  const more = lines.length - MOST_NOTES;
  const shownLines = more > 0 ? [...lines.slice(0, MOST_NOTES), `Так же посчитали ещё ${positions(more)}`] : lines;
  return shownLines.map((line) => `\n${line}`).join('');
}
