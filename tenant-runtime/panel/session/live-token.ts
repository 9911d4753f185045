import { createLiveToken } from '@ostatok/kit/web/live-token.ts';
import { renewSession, session } from './session.ts';

export const { socketAuth, keepSignedIn } = createLiveToken({
  current: () => session.current()?.token,
  renew: renewSession,
});
