import { createEmitter } from '@ostatok/kit/web/emitter.ts';
import { type ReactNode, useSyncExternalStore } from 'react';

interface OpenDialog {
  id: number;
  node: ReactNode;
}

let open: readonly OpenDialog[] = [];
let next = 1;
const changes = createEmitter();

function change(dialogs: readonly OpenDialog[]): void {
  open = dialogs;
  changes.emit();
}

/** Shows what `render` returns over everything, until it calls `close`. */
export function openDialog(render: (close: () => void) => ReactNode): void {
  const id = next++;
  const close = () => change(open.filter((dialog) => dialog.id !== id));
  change([...open, { id, node: render(close) }]);
}

export const isDialogOpen = (): boolean => open.length > 0;

export const subscribe = changes.subscribe;

/** Renders the open dialogs; mounted once, in the shell. */
export function DialogHost() {
  const dialogs = useSyncExternalStore(subscribe, () => open);
  return dialogs.map(({ id, node }) => <div key={id}>{node}</div>);
}
