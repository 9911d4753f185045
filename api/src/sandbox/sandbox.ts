import { join, resolve } from 'node:path';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { sandboxBotApiRoutes } from './bot-api.routes.ts';
import { createBotApi } from './bot-api.service.ts';
import { createTelegramEvents } from './bot-events.ts';
import { createFileStore } from './file-store.ts';
import { createMaxEvents } from './max/events.ts';
import { maxApiRoutes } from './max/max-api.routes.ts';
import { createMaxApi } from './max/max-api.service.ts';
import { createRenderer } from './max/shape.ts';
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
  /** The address at which this process reaches itself. */
  platformUrl: () => string;
  log: Logger;
  now?: () => Date;
}

/**
 * The built-in stand-in for Telegram and MAX, used while no real Bot API is configured. Mount `telegram` at
 * /sandbox/telegram, `max` at /sandbox/max and `page` at /sandbox/api.
 */
export function createSandbox({ db, home, mayCall, platformUrl, log, now = () => new Date() }: SandboxParts) {
  const signals = createSignals(db);
  const files = createFileStore({ db, folder: resolve(join(home, 'sandbox-files')) });
  const updates = createUpdates({ db, signals });
  const webhooks = createWebhooks({ db, signals, mayCall, log });
  const origin = (): string => `${platformUrl()}/sandbox/max`;
  const render = createRenderer((fileId) => `${origin()}/download/${fileId}`, now);
  const events = { telegram: createTelegramEvents(updates), max: createMaxEvents({ updates, render, now }) };
  const chat = createChatPage({ db, files, eventsOf: ({ channel }) => events[channel], signals, now });
  return {
    telegram: sandboxBotApiRoutes(createBotApi({ db, files, updates, webhooks, now })),
    max: maxApiRoutes(createMaxApi({ db, files, updates, render, origin, now })),
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
