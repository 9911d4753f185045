import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

/** A second tap within this time belongs to a double tap and was not aimed at what has appeared since. */
const DOUBLE_TAP_MS = 400;

const lastTaps = new WeakMap<Element, number>();

function ignore(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether this is the second press of a double one. Mice and most screens report it in `detail`. */
function isSecondPress({ detail, nativeEvent, currentTarget }: MouseEvent): boolean {
  if (detail > 1) return true;
  if ((nativeEvent as Partial<PointerEvent>).pointerType !== 'touch') return false;
  const last = lastTaps.get(currentTarget);
  lastTaps.set(currentTarget, nativeEvent.timeStamp);
  return last !== undefined && nativeEvent.timeStamp - last < DOUBLE_TAP_MS;
}

/**
 * Button properties that make a double press and a held key one press: the second would send the same request again, or
 * answer a question that has just appeared under the pointer.
 */
export const singlePress = {
  onClickCapture(event: MouseEvent): void {
    if (isSecondPress(event)) ignore(event);
  },
  onKeyDownCapture(event: KeyboardEvent): void {
    if (event.repeat && event.key === 'Enter') ignore(event);
  },
};
