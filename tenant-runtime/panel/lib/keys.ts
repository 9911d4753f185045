/** What is needed of a KeyboardEvent. */
interface KeyStroke {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Somebody is typing here: single keys belong to the text. */
export function isTyping(target: EventTarget | null): boolean {
  const { tagName = '', isContentEditable = false } = (target ?? {}) as {
    tagName?: string;
    isContentEditable?: boolean;
  };
  return isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName);
}

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
