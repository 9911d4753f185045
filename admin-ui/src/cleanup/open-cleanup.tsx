import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { CleanupDialog } from './CleanupDialog.tsx';

/** Its plan, which is confirmed, and then how it goes. */
export const openCleanup = (action: CleanupAction): void =>
  openDialog((close) => <CleanupDialog action={action} onClose={close} />);
