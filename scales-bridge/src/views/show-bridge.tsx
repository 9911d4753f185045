import { render } from 'ink';
import type { BridgeState } from '../bridge.ts';
import { BridgeView } from './BridgeView.tsx';

const start: BridgeState = { venue: { state: 'connecting' }, trouble: undefined, scales: [], kept: 0 };

export function showBridge(title: string, elapsed: () => number) {
  // the process handles Ctrl-C itself: it disconnects scales and tenant first
  const view = render(<BridgeView title={title} state={start} elapsed={elapsed} />, { exitOnCtrlC: false });
  return {
    update: (state: BridgeState): void => view.rerender(<BridgeView title={title} state={state} elapsed={elapsed} />),
    end: (): void => view.unmount(),
  };
}
