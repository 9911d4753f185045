import { join, resolve } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { sandboxBotApiRoutes } from './bot-api.routes.ts';
import { createBotApi } from './bot-api.service.ts';
import { createFileStore } from './file-store.ts';
import { chatPageRoutes } from './page.routes.ts';
import { createChatPage } from './page.service.ts';
import { createSignals } from './signals.ts';
import { createUpdates } from './updates.service.ts';
import { createWebhooks } from './webhooks.service.ts';

export interface SandboxParts {
  db: Knex;
  /** The data folder, `$OSTATOK_HOME`; files go to its `sandbox-files`. */
  home: string;
  /** Whether a bot's webhook may have this address. */
  mayCall: (url: string) => boolean;
  log: Logger;
  now?: () => Date;
}

/**
 * The built-in stand-in for Telegram, used while no real Bot API is configured. Mount `telegram` at /sandbox/telegram
 * and `page` at /sandbox/api.
 */
export function createSandbox({ db, home, mayCall, log, now = () => new Date() }: SandboxParts) {
  const signals = createSignals(db);
  const files = createFileStore({ db, folder: resolve(join(home, 'sandbox-files')) });
  const updates = createUpdates({ db, signals });
  const webhooks = createWebhooks({ db, signals, mayCall, log });
  const chat = createChatPage({ db, files, updates, signals, now });
  return {
    telegram: sandboxBotApiRoutes(createBotApi({ db, files, updates, webhooks, now })),
    page: chatPageRoutes(chat),
    chat,
    createBot: chat.createBot,
    /** Resumes webhook deliveries that were pending when the platform stopped. */
    start: (): Promise<void> => webhooks.start(),
    async stop(): Promise<void> {
      webhooks.stop();
      await signals.stop();
    },
  };
}
export type Sandbox = ReturnType<typeof createSandbox>;
