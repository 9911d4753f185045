/** The part of KeyboardEvent used here. */
interface KeyStroke {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/** Whether the user is typing into this element, so that single keys are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  const { tagName = '', isContentEditable = false } = (target ?? {}) as {
    tagName?: string;
    isContentEditable?: boolean;
  };
  return isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName);
}

const isPlain = ({ ctrlKey, altKey, metaKey }: KeyStroke): boolean => !(ctrlKey || altKey || metaKey);

/** Recognises `/`, also in the Russian layout, where the same key types a full stop. */
export const isSlash = (stroke: KeyStroke): boolean =>
  isPlain(stroke) && !stroke.shiftKey && (stroke.key === '/' || stroke.code === 'Slash');

/** Recognises `?` by its character or by the key's position. */
export const isQuestion = (stroke: KeyStroke): boolean =>
  isPlain(stroke) && (stroke.key === '?' || (stroke.code === 'Slash' && stroke.shiftKey));

/** The kind of change that a key opens; null for any other key. */
export function changeKeyOf(stroke: KeyStroke): 'plus' | 'minus' | 'set' | null {
  if (!isPlain(stroke)) return null;
  if (stroke.key === '+') return 'plus';
  if (stroke.key === '-' || stroke.key === '−') return 'minus';
  return stroke.key === '=' ? 'set' : null;
}
