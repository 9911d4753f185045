/** Somebody is typing here: single keys belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

type KeyStroke = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

const isPlain = ({ ctrlKey, altKey, metaKey }: KeyStroke): boolean => !(ctrlKey || altKey || metaKey);

/** `/`, also in the Russian layout, where the same key gives a point. */
export const isSlash = (stroke: KeyStroke): boolean =>
  isPlain(stroke) && !stroke.shiftKey && (stroke.key === '/' || stroke.code === 'Slash');

/** `?`, by its sign or by its place on the keyboard. */
export const isQuestion = (stroke: KeyStroke): boolean =>
  isPlain(stroke) && (stroke.key === '?' || (stroke.code === 'Slash' && stroke.shiftKey));

/** The kind of change that a key opens; null for any other key. */
export function changeKeyOf(stroke: KeyStroke): 'plus' | 'minus' | 'set' | null {
  if (!isPlain(stroke)) return null;
  if (stroke.key === '+') return 'plus';
  if (stroke.key === '-' || stroke.key === '−') return 'minus';
  return stroke.key === '=' ? 'set' : null;
}
