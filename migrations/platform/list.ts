import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as accounts from './001-accounts.ts';
import * as plans from './002-plans.ts';
import * as tenants from './003-tenants.ts';
import * as mail from './010-mail.ts';
import * as catalogue from './011-catalogue.ts';
import * as sandbox from './020-sandbox.ts';
import * as botState from './021-bot-state.ts';
import * as aliasProposals from './030-alias-proposals.ts';
import * as billing from './040-billing.ts';
import * as mockPayments from './041-mock-payments.ts';
import * as people from './042-people.ts';
import * as operations from './050-operations.ts';
import * as aliasRevisions from './051-catalogue.ts';
import * as pushes from './052-pushes.ts';
import * as campaigns from './053-campaigns.ts';
import * as cleanup from './054-cleanup.ts';
import * as administration from './055-administration.ts';
import * as backups from './056-backups.ts';
import * as aliasImports from './057-alias-imports.ts';
import * as lists from './058-lists.ts';
import * as catalogueMirror from './059-catalogue-mirror.ts';
import * as supportVisits from './060-support-visits.ts';
import * as seenTime from './061-seen-time.ts';
import * as aliasImportLog from './062-alias-import-log.ts';
import * as sessionOrigins from './063-session-origins.ts';
import * as secondFactors from './064-second-factors.ts';
import * as securityLog from './069-security-log.ts';
import * as retiredKeys from './080-retired-keys.ts';
import * as supportSession from './081-support-session.ts';
import * as botReplacement from './082-bot-replacement.ts';
import * as failedStarts from './083-failed-starts.ts';
import * as activityUndo from './086-activity-undo.ts';
import * as suspendedChats from './089-suspended-chats.ts';
import * as keptPrices from './090-kept-prices.ts';
import * as paymentsWithdrawn from './091-payments-withdrawn.ts';
import * as ownerChoices from './092-owner-choices.ts';

/** Every migration of the platform's database, by its recorded name. */
export const platformMigrations: Migrations = {
  '001-accounts': accounts,
  '002-plans': plans,
  '003-tenants': tenants,
  '010-mail': mail,
  '011-catalogue': catalogue,
  '020-sandbox': sandbox,
  '021-bot-state': botState,
  '030-alias-proposals': aliasProposals,
  '040-billing': billing,
  '041-mock-payments': mockPayments,
  '042-people': people,
  '050-operations': operations,
  '051-catalogue': aliasRevisions,
  '052-pushes': pushes,
  '053-campaigns': campaigns,
  '054-cleanup': cleanup,
  '055-administration': administration,
  '056-backups': backups,
  '057-alias-imports': aliasImports,
  '058-lists': lists,
  '059-catalogue-mirror': catalogueMirror,
  '060-support-visits': supportVisits,
  '061-seen-time': seenTime,
  '062-alias-import-log': aliasImportLog,
  '063-session-origins': sessionOrigins,
  '064-second-factors': secondFactors,
  '069-security-log': securityLog,
  '080-retired-keys': retiredKeys,
  '081-support-session': supportSession,
  '082-bot-replacement': botReplacement,
  '083-failed-starts': failedStarts,
  '086-activity-undo': activityUndo,
  '089-suspended-chats': suspendedChats,
  '090-kept-prices': keptPrices,
  '091-payments-withdrawn': paymentsWithdrawn,
  '092-owner-choices': ownerChoices,
};
