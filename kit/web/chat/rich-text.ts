import type { ChatMessage } from '../../contract/chat-message.ts';

export interface Span {
  text: string;
  /** The entities over this span, such as `bold` or `bot_command`. */
  types: string[];
  url?: string;
}

type Entities = NonNullable<ChatMessage['entities']>;

/** Splits a text where any entity starts or ends; offsets are UTF-16 code units, as in JavaScript. */
export function spansOf(text: string, entities: Entities = []): Span[] {
  const cuts = new Set([0, text.length]);
  for (const { offset, length } of entities) {
    cuts.add(Math.min(offset, text.length));
    cuts.add(Math.min(offset + length, text.length));
  }
  const points = [...cuts].toSorted((a, b) => a - b);
  return points.slice(0, -1).map((start, index) => {
    const end = points[index + 1] ?? text.length;
    const over = entities.filter(({ offset, length }) => offset <= start && offset + length >= end);
    const piece = text.slice(start, end);
    const url = over.find((entity) => entity.url)?.url ?? (over.some(({ type }) => type === 'url') ? piece : undefined);
    return { text: piece, types: over.map(({ type }) => type), ...(url && { url }) };
  });
}
