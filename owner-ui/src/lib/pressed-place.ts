let pressed: Element | null = null;

/** Follows what is pressed, by finger, mouse or key, before its answer comes. */
export function watchPresses(): void {
  const note = ({ target }: Event): void => {
    pressed = target instanceof Element ? (target.closest('button, a, [role="button"]') ?? target) : null;
  };
  document.addEventListener('click', note, true);
  document.addEventListener('submit', note, true);
}

/** The edge of the screen that is further from what was pressed last, so that no toast lies over it. */
export function freeEdge(): 'top-right' | 'bottom-right' {
  if (!pressed?.isConnected) return 'top-right';
  const { top, bottom } = pressed.getBoundingClientRect();
  return (top + bottom) / 2 < window.innerHeight / 2 ? 'bottom-right' : 'top-right';
}
