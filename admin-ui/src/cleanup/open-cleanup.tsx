import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { CleanupDialog } from './CleanupDialog.tsx';

/** Opens a cleanup: its plan, the confirmation and the progress. */
export const openCleanup = (action: CleanupAction): void =>
  openDialog((close) => <CleanupDialog action={action} onClose={close} />);
