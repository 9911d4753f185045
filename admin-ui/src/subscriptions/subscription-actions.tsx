import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import type { ComponentType } from 'react';
import type { Action } from '../list/types.ts';
import { openDialog } from '../ui/dialogs.tsx';
import { ChangePlanDialog, ExtendDialog, GrantDialog, type SubscriptionDialogProps } from './dialogs.tsx';
import { HistoryDialog } from './History.tsx';

/** The selected rows stay selected until the dialog is closed. */
const asking = (Ask: ComponentType<SubscriptionDialogProps>) => (users: SubscriptionUser[]) =>
  new Promise<void>((resolve) => {
    openDialog((close) => (
      <Ask
        users={users}
        onClose={() => {
          close();
          resolve();
        }}
      />
    ));
  });

export const subscriptionActions: Action<SubscriptionUser>[] = [
  {
    key: 'extend',
    label: 'Продлить',
    icon: 'extend',
    bulk: true,
    asks: true,
    isShown: ({ current_period_end }) => current_period_end !== null,
    run: asking(ExtendDialog),
  },
  { key: 'grant', label: 'Начислить временный тариф', icon: 'gift', bulk: true, asks: true, run: asking(GrantDialog) },
  { key: 'change-plan', label: 'Сменить тариф', icon: 'swap', bulk: true, asks: true, run: asking(ChangePlanDialog) },
  {
    key: 'history',
    label: 'История',
    icon: 'history',
    run: ([user]) => user && openDialog((close) => <HistoryDialog user={user} onClose={close} />),
  },
];
