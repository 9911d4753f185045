import { join } from 'node:path';
import { type Messenger, messengers } from '@ostatok/tenant-runtime/contract/messengers.ts';
import type { Routes } from '../access/mounted.routes.ts';
import { mailboxRoutes } from './mailbox.routes.ts';
import { createMailbox } from './mailbox.ts';
import { createSandbox, type SandboxParts } from './sandbox.ts';

interface SandboxDeps extends SandboxParts {
  /** Whether letters are readable here instead of being sent. */
  mail: boolean;
  /** Which messengers the built-in chat stands in for. */
  chat: Record<Messenger, boolean>;
}

/** The stand-ins for the outside: the chat and the mailbox. Without one its service is undefined. */
export function createSandboxModule({ mail, chat, ...parts }: SandboxDeps) {
  const mailbox = mail ? createMailbox(join(parts.home, 'outbox')) : undefined;
  const sandbox = chat.telegram || chat.max ? createSandbox(parts) : undefined;
  const unparsedRoutes: Routes[] = [];
  if (mailbox) unparsedRoutes.push({ path: '/sandbox/api/mails', access: 'anyone', router: mailboxRoutes(mailbox) });
  if (sandbox) {
    for (const channel of messengers)
      if (chat[channel])
        unparsedRoutes.push({ path: `/sandbox/${channel}`, access: 'anyone', router: sandbox[channel] });
    unparsedRoutes.push({ path: '/sandbox/api', access: 'anyone', router: sandbox.page });
  }
  return { services: { mailbox, sandbox }, unparsedRoutes };
}
