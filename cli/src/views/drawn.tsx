import { type RenderOptions, render } from 'ink';
import type { ReactElement } from 'react';

/**
 * Draws on stderr, so that stdout stays for programs, unless told otherwise. What comes after the end is not drawn: Ink
 * would begin anew, and the program would not end.
 */
export function drawn(
  first: ReactElement,
  { stdout = process.stderr, ...options }: RenderOptions = {},
): { update: (next: ReactElement) => void; end: () => void } {
  const view = render(first, {
    ...options,
    stdout,
    patchConsole: false,
    incrementalRendering: true,
    exitOnCtrlC: false,
  });
  let hasEnded = false;
  return {
    update(next) {
      if (!hasEnded) view.rerender(next);
    },
    end() {
      hasEnded = true;
      view.unmount();
    },
  };
}
