import { createKnownDevices } from '@ostatok/kit/node/known-devices.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import type { MessengerPerson } from '../../contract/messengers.ts';
import { startLink } from '../../contract/telegram-links.ts';
import { bridgesRoutes } from '../bridges/bridges.routes.ts';
import type { Bridges } from '../bridges/bridges.service.ts';
import type { Config } from '../config.ts';
import type { Live } from '../live/live.ts';
import type { Base } from '../module.ts';
import type { PlatformClient } from '../platform/platform-client.ts';
import type { SecurityLog } from '../security/security.service.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { ownChatRoutes, userChatRoutes } from './chat-links.routes.ts';
import { createChatLinks, type StartLinks } from './chat-links.service.ts';
import { miniAppRoutes } from './mini-app.routes.ts';
import { createMiniApp } from './mini-app.service.ts';
import { newcomersRoutes } from './newcomers.routes.ts';
import { createNewcomers } from './newcomers.service.ts';
import { ownSessionsRoutes } from './own-sessions.routes.ts';
import { createOwnSessions } from './own-sessions.service.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { createSignIn } from './sign-in.service.ts';
import { signInCodesRoutes } from './sign-in-codes.routes.ts';
import { createSignInCodes } from './sign-in-codes.service.ts';
import { supportInvitationRoutes, supportRoutes, supportSignInRoutes } from './support.routes.ts';
import { createSupport } from './support.service.ts';
import { usersRoutes } from './users.routes.ts';
import { createUsers } from './users.service.ts';

interface UsersDeps extends Base {
  security: SecurityLog;
  sessions: Sessions;
  bridges: Bridges;
  live: Live;
  platform: PlatformClient;
  /** Greets an admitted newcomer in the chat; returns whether the bot reached it. */
  welcome: (newcomer: MessengerPerson) => Promise<boolean>;
}

/** The bot in MAX may be that of several tenants, so its links name the tenant. */
const startLinksOf = ({ BOT_URL: telegram, MAX_BOT_URL: max, TENANT_ID }: Config): StartLinks => ({
  ...(telegram && { telegram: (code) => startLink(telegram, code) }),
  ...(max && { max: (code) => startLink(max, `${TENANT_ID}-${code}`) }),
});

/** The services in the order of their dependencies. */
function createUserServices({ config, db, log, clock, security, sessions, bridges, live, platform }: UsersDeps) {
  const secret = config.INTERNAL_SECRET;
  const onSignedOut = (userId: number): void => {
    sessions.forget(userId);
    live.signOut(userId);
  };
  const signIn = createSignIn({ db, sessions, security, onSignedOut, onEnded: live.endSession });
  const users = createUsers({
    db,
    maxUsers: config.MAX_USERS,
    security,
    onChange: (userId, { signedOut }) => {
      sessions.forget(userId);
      if (signedOut) live.signOut(userId);
      else live.userChanged(userId);
    },
    onPasswordReset: signIn.forgetAttempts,
  });
  const support = createSupport({
    db,
    sessions,
    security,
    clock,
    onOpened: live.venueChanged,
    onEnded: (userId) => {
      if (userId !== null) onSignedOut(userId);
      live.venueChanged();
    },
    log,
  });
  const chatLinks = createChatLinks({
    db,
    startLinks: startLinksOf(config),
    security,
    clock,
    onChange: (userId) => {
      sessions.forget(userId);
      live.venueChanged();
    },
  });
  return {
    users,
    signIn,
    support,
    chatLinks,
    ownSessions: createOwnSessions({ db, sessions, security, onSignedOut, onEnded: live.endSession }),
    devices: createKnownDevices({
      secrets: createSecrets(secret),
      secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
      path: '/api/auth',
    }),
    codes: createSignInCodes({ db, sessions, bridges, security, secret, clock }),
    miniApp: createMiniApp({ db, sessions, security, clock, botToken: config.BOT_TOKEN, platform }),
    newcomers: createNewcomers({ db, users, security, clock }),
  };
}

/** People: their accounts, sign-in, chats, and the platform's support. */
export function createUsersModule(deps: UsersDeps) {
  const services = createUserServices(deps);
  const { support, chatLinks } = services;
  return {
    services,
    endpoints: [
      ...bridgesRoutes(deps.bridges),
      ...miniAppRoutes(services.miniApp),
      ...newcomersRoutes({ newcomers: services.newcomers, welcome: deps.welcome }),
      ...ownSessionsRoutes(services.ownSessions),
      ...ownChatRoutes(chatLinks),
      ...signInCodesRoutes(services.codes),
      ...signInRoutes({ ...services, sessions: deps.sessions }),
      ...supportInvitationRoutes(support),
      ...supportRoutes(support),
      ...supportSignInRoutes(support),
      ...usersRoutes(services.users),
      ...userChatRoutes(chatLinks),
    ],
  };
}
