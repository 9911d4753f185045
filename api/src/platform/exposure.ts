import type { PlatformEnv } from '../config.ts';
import { isLocalName, isLoopback } from './local-request.ts';

type Exposed = Pick<PlatformEnv, 'NODE_ENV' | 'HOST' | 'PUBLIC_URL' | 'BASE_DOMAIN' | 'SANDBOX'>;

/** Whether people may find the installation from other machines: its public names decide, whatever NODE_ENV says. */
export const isPublic = ({ PUBLIC_URL, BASE_DOMAIN }: Pick<Exposed, 'PUBLIC_URL' | 'BASE_DOMAIN'>): boolean =>
  !(PUBLIC_URL === undefined || isLocalName(new URL(PUBLIC_URL).hostname)) || !isLocalName(BASE_DOMAIN);

/** Whether strangers may reach the installation; such an installation starts only when it is safe. */
export const isOpen = (config: Exposed): boolean => config.NODE_ENV === 'production' || isPublic(config);

/** Whether the built-in chat, mailbox and bank exist: if asked for, or if other machines can't reach the port. */
export const hasSandbox = (config: Exposed): boolean => !isOpen(config) && (config.SANDBOX ?? isLoopback(config.HOST));
