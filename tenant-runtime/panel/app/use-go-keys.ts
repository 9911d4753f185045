import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '../keyboard/keys.ts';
import type { Place } from './places.ts';

/** The second key must follow the first within this time. */
const PAIR_MS = 1_200;

/** Opens a page by G followed by the page's letter. */
export function useGoKeys(places: readonly Place[]): void {
  const navigate = useNavigate();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, code, timeStamp, target } = event;
    if (ctrlKey || altKey || metaKey || isTyping(target) || document.querySelector('[role=dialog]')) return;
    const paired = timeStamp - pressedAt.current < PAIR_MS;
    const place = paired ? places.find((candidate) => candidate.code === code) : undefined;
    pressedAt.current = code === 'KeyG' ? timeStamp : Number.NEGATIVE_INFINITY;
    if (!place) return;
    event.preventDefault();
    event.stopPropagation();
    void navigate(place.to);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    // The listener runs before the page's own keys: the second letter means a page, not an action on the row.
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}
