import { render } from 'ink';
import type { Progress } from '../operations/follow-work.ts';
import { WorkView } from './WorkView.tsx';

/** Draws on stderr, so that stdout stays for programs. */
export function showWork(title: string): { update: (progress: Progress) => void; end: () => void } {
  const view = render(<WorkView title={title} />, {
    stdout: process.stderr,
    patchConsole: false,
    incrementalRendering: true,
    exitOnCtrlC: false,
  });
  return {
    update: (progress) => view.rerender(<WorkView title={title} progress={progress} />),
    end: () => view.unmount(),
  };
}
