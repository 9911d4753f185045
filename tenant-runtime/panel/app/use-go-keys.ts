import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router';
import { isTyping } from '../lib/keys.ts';
import type { Place } from './places.ts';

/** The second key belongs to the first for this long. */
const PAIR_MS = 1_200;

/** G, then a place's letter, opens it. */
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
    // before the page's own keys: the second letter means a place, not what the row would do with it
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, []);
}
