import type { Knex } from '@ostatok/kit/node/db.ts';
import type { OnAnswer } from '@ostatok/kit/node/endpoints.ts';
import { createKnownDevices } from '@ostatok/kit/node/known-devices.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import type { Item } from '../contract/items.endpoints.ts';
import { unansweredOf } from './bot/unanswered.ts';
import { createVenueCatalogue } from './catalogue/catalogue.service.ts';
import { createChanges } from './changes/changes.service.ts';
import type { Config } from './config.ts';
import { createBlindness } from './counts/blindness.ts';
import { createCounts } from './counts/counts.service.ts';
import { createCountNotices, type NoticeSender } from './counts/notices.service.ts';
import { createAttachedCodes } from './items/attached-codes.service.ts';
import { createItemNames } from './items/item-names.ts';
import { createItems } from './items/items.service.ts';
import { createLive, type Live } from './live.ts';
import { createLookup } from './lookup/lookup.service.ts';
import { createMetrics } from './metrics.ts';
import { createBotState } from './platform/bot-state.service.ts';
import { createPlatformClient } from './platform/platform-client.ts';
import { createProposals } from './platform/proposals.service.ts';
import { createReports } from './reports/reports.service.ts';
import { createScales } from './scales/scales.service.ts';
import { createSecurityLog } from './security/security.service.ts';
import { createSettings } from './settings/settings.service.ts';
import { createSpreadsheets } from './spreadsheets/spreadsheets.service.ts';
import { workerPath } from './spreadsheets/worker-path.ts';
import { createStorage } from './storage/storage.service.ts';
import { createBridges } from './users/bridges.service.ts';
import { createNewcomers } from './users/newcomers.service.ts';
import { createOwnSessions } from './users/own-sessions.service.ts';
import { createSessions } from './users/sessions.service.ts';
import { createSignIn } from './users/sign-in.service.ts';
import { createSignInCodes } from './users/sign-in-codes.service.ts';
import { createSupport } from './users/support.service.ts';
import { createTelegramLinks } from './users/telegram-links.service.ts';
import { createUsers } from './users/users.service.ts';

export interface Deps {
  config: Config;
  db: Knex;
  log: Logger;
  clock: () => Date;
  /** The folders of the built pages. */
  pages: { panel: string; scanner: string };
  /** Stops the process gracefully. */
  requestStop: () => void;
  /** Is told every answer of an endpoint; tests compare it with its schema. */
  onAnswer?: OnAnswer;
}

/** Creates the tenant's services and passes each its dependencies. */
export function createServices(
  { config, db, log, clock }: Deps,
  { noticeSender }: { noticeSender: () => Promise<NoticeSender | undefined> },
) {
  const security = createSecurityLog({ db, secret: config.INTERNAL_SECRET, clock, timezone: config.TIMEZONE, log });
  const sessions = createSessions({
    db,
    security,
    secret: config.INTERNAL_SECRET,
    clock,
    onSupportOver: (userId) => support.endOf(userId),
    onStolen: (sessionId) => live.endSession(sessionId),
  });
  const bridges = createBridges({
    db,
    clock,
    security,
    onUnpaired: (bridgeId) => {
      scales.forget(`bridge:${bridgeId}`);
      live.unpaired(bridgeId);
    },
  });
  const scales = createScales({
    clock,
    onReading: (reading) => live.scalesReading(reading),
    onState: (states) => live.scalesState(states),
  });
  const blindness = createBlindness({ db });
  const live: Live = createLive({ sessions, bridges, scales, blindness, log });
  const metrics = createMetrics({ openSockets: live.openSockets });
  // Work that may grow without limit checks the storage limit; removing, closing or ending does not.
  const { within } = createStorage({ db, maxMb: config.MAX_STORAGE_MB, clock });
  const allChanges = createChanges({
    db,
    clock,
    timezone: config.TIMEZONE,
    isHidden: blindness.isHidden,
    onDoubt: live.everythingChanged,
    onWritten: (written) => {
      live.itemsChanged(written.items, written.changes);
      for (const change of written.changes) metrics.applied.inc({ source: change.source });
    },
  });
  const changes = { ...allChanges, apply: within(allChanges.apply, allChanges.areWritten) };
  const platform = createPlatformClient({
    platformUrl: config.PLATFORM_URL,
    tenantId: config.TENANT_ID,
    secret: config.INTERNAL_SECRET,
    log,
  });
  const proposals = createProposals({ db, platform, log });
  const settings = createSettings({ db, onChange: live.venueChanged });
  const names = createItemNames({ db });
  const onItems = (changed: Item[]): void => {
    names.touch();
    live.itemsChanged(changed);
  };
  const allItems = createItems({ db, changes, settings, proposals, names, onItems });
  const items = { ...allItems, create: within(allItems.create, allItems.isAdded) };
  const allAttached = createAttachedCodes({ db, clock, onItems });
  const attachedCodes = { ...allAttached, attach: within(allAttached.attach, allAttached.isAttached) };
  const catalogue = createVenueCatalogue({ db, items, onItems });
  const users = createUsers({
    db,
    maxUsers: config.MAX_USERS,
    security,
    onChange: (userId, { signedOut }) => {
      sessions.forget(userId);
      if (signedOut) live.signOut(userId);
      else live.userChanged(userId);
    },
    onPasswordReset: (username) => signIn.forgetAttempts(username),
  });
  const countNotices = createCountNotices({
    db,
    clock,
    log,
    sender: noticeSender,
    enabled: Boolean(config.BOT_TOKEN && config.TELEGRAM_API_ROOT),
  });
  const allCounts = createCounts({
    db,
    clock,
    timezone: config.TIMEZONE,
    changes,
    blindness,
    notices: countNotices,
    unanswered: unansweredOf({ db, clock }),
    onCount: live.countChanged,
    onBlindness: () => {
      live.venueChanged();
      live.everythingChanged();
    },
  });
  const counts = {
    ...allCounts,
    open: within(allCounts.open),
    enter: within(allCounts.enter, allCounts.areEntered),
    reopen: within(allCounts.reopen),
  };
  const reports = createReports({ db, timezone: config.TIMEZONE });
  const support = createSupport({
    db,
    sessions,
    security,
    clock,
    onOpened: live.venueChanged,
    onEnded: (userId) => {
      if (userId !== null) {
        sessions.forget(userId);
        live.signOut(userId);
      }
      live.venueChanged();
    },
    log,
  });
  const onSignedOut = (userId: number): void => {
    sessions.forget(userId);
    live.signOut(userId);
  };
  const signIn = createSignIn({ db, sessions, security, onSignedOut, onEnded: live.endSession });
  const allSpreadsheets = createSpreadsheets({
    db,
    databaseUrl: config.DATABASE_URL,
    security,
    workerPath,
    timeZone: config.TIMEZONE,
    log,
    emitChanged: () => {
      names.touch();
      live.everythingChanged();
    },
    clock,
  });
  return {
    security,
    sessions,
    support,
    bridges,
    scales,
    signIn,
    ownSessions: createOwnSessions({ db, sessions, security, onSignedOut, onEnded: live.endSession }),
    devices: createKnownDevices({
      secrets: createSecrets(config.INTERNAL_SECRET),
      secure: config.PUBLIC_URL?.startsWith('https:') ?? false,
      path: '/api/auth',
    }),
    codes: createSignInCodes({ db, sessions, bridges, security, secret: config.INTERNAL_SECRET, clock }),
    live,
    metrics,
    changes,
    blindness,
    counts,
    countNotices,
    settings,
    proposals,
    names,
    items,
    attachedCodes,
    catalogue,
    users,
    telegramLinks: createTelegramLinks({
      db,
      botUrl: config.BOT_URL || undefined,
      security,
      clock,
      onChange: (userId) => {
        sessions.forget(userId);
        live.venueChanged();
      },
    }),
    newcomers: createNewcomers({ db, users, security, clock }),
    botState: createBotState({
      db,
      platform,
      botUsername: config.BOT_USERNAME,
      hasBot: Boolean(config.BOT_TOKEN && config.TELEGRAM_API_ROOT),
      clock,
    }),
    platform,
    reports,
    lookup: createLookup({ items, platform }),
    spreadsheets: { ...allSpreadsheets, preview: within(allSpreadsheets.preview) },
  };
}
export type Services = ReturnType<typeof createServices>;
