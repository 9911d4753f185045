import { lazy } from 'react';

/** The parts that no page shows at first. They are loaded after the stock, while the user is still idle. */
const parts = {
  signIn: () => import('../features/sign-in/SignInPage.tsx'),
  enter: () => import('../features/sign-in/EnterPage.tsx'),
  support: () => import('../features/sign-in/SupportPage.tsx'),
  weighing: () => import('../features/weighing/WeighingPanel.tsx'),
  help: () => import('./KeyboardHelp.tsx'),
  password: () => import('../features/account/PasswordDialog.tsx'),
  sessions: () => import('../features/account/SessionsDialog.tsx'),
  messenger: () => import('../users/MessengerDialog.tsx'),
};
export const SignInPage = lazy(async () => ({ default: (await parts.signIn()).SignInPage }));
export const EnterPage = lazy(async () => ({ default: (await parts.enter()).EnterPage }));
export const SupportPage = lazy(async () => ({ default: (await parts.support()).SupportPage }));
export const WeighingPanel = lazy(async () => ({ default: (await parts.weighing()).WeighingPanel }));
export const KeyboardHelp = lazy(async () => ({ default: (await parts.help()).KeyboardHelp }));
export const PasswordDialog = lazy(async () => ({ default: (await parts.password()).PasswordDialog }));
export const SessionsDialog = lazy(async () => ({ default: (await parts.sessions()).SessionsDialog }));
export const MessengerDialog = lazy(async () => ({ default: (await parts.messenger()).MessengerDialog }));

/** Loads the parts in advance, so that they also open without a connection. */
export function readParts(): void {
  for (const read of Object.values(parts)) read().catch(() => {});
}
