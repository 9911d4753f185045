import { render } from 'ink';
import type { OperationProgress } from '../operations/follow-operation.ts';
import { OperationView } from './OperationView.tsx';

/** Draws on stderr, so that stdout stays for programs. */
export function showOperation(title: string): { update: (progress: OperationProgress) => void; end: () => void } {
  const view = render(<OperationView title={title} />, {
    stdout: process.stderr,
    patchConsole: false,
    exitOnCtrlC: false,
  });
  return {
    update: (progress) => view.rerender(<OperationView title={title} progress={progress} />),
    end: () => view.unmount(),
  };
}
