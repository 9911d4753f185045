import type { KeyboardEvent, MouseEvent, SyntheticEvent } from 'react';

/** A second tap within this is the other half of a double one, and was not aimed at what has appeared since. */
const DOUBLE_TAP_MS = 400;

const lastTaps = new WeakMap<Element, number>();

function ignore(event: SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether it is the second half of a double press. Mice and most screens say so themselves. */
function isSecondPress({ detail, nativeEvent, currentTarget }: MouseEvent): boolean {
  if (detail > 1) return true;
  if ((nativeEvent as Partial<PointerEvent>).pointerType !== 'touch') return false;
  const last = lastTaps.get(currentTarget);
  lastTaps.set(currentTarget, nativeEvent.timeStamp);
  return last !== undefined && nativeEvent.timeStamp - last < DOUBLE_TAP_MS;
}

/**
 * Properties of a button for which a double press and a held key are one press: the second would ask the server for the
 * same again, or answer a question that has just appeared under the pointer.
 */
export const singlePress = {
  onClickCapture(event: MouseEvent): void {
    if (isSecondPress(event)) ignore(event);
  },
  onKeyDownCapture(event: KeyboardEvent): void {
    if (event.repeat && event.key === 'Enter') ignore(event);
  },
};
