let pressed: Element | null = null;

/** Records the place of each press, by touch, mouse or keyboard, before its response comes. */
export function watchPresses(): void {
  const note = ({ target }: Event): void => {
    pressed = target instanceof Element ? (target.closest('button, a, [role="button"]') ?? target) : null;
  };
  document.addEventListener('click', note, true);
  document.addEventListener('submit', note, true);
}

/** The edge of the screen further from the last press, so that no toast covers it. */
export function freeEdge(): 'top-right' | 'bottom-right' {
  if (!pressed?.isConnected) return 'top-right';
  const { top, bottom } = pressed.getBoundingClientRect();
  return (top + bottom) / 2 < window.innerHeight / 2 ? 'bottom-right' : 'top-right';
}
