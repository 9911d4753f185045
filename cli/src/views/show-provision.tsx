import { render } from 'ink';
import type { Progress } from '../operations/create-tenant.ts';
import { ProvisionView } from './ProvisionView.tsx';

/** Draws on stderr, so that stdout stays for programs. */
export function showProvision(title: string): { update: (progress: Progress) => void; end: () => void } {
  const view = render(<ProvisionView title={title} steps={[]} lost={false} />, {
    stdout: process.stderr,
    patchConsole: false,
    incrementalRendering: true,
    exitOnCtrlC: false,
  });
  return {
    update: (progress) => view.rerender(<ProvisionView title={title} {...progress} />),
    end: () => view.unmount(),
  };
}
