// Written by scripts/lists.mjs from the files of this folder.
import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as accounts001 from './001-accounts.ts';
import * as plans002 from './002-plans.ts';
import * as tenants003 from './003-tenants.ts';
import * as mail010 from './010-mail.ts';
import * as catalogue011 from './011-catalogue.ts';
import * as sandbox020 from './020-sandbox.ts';
import * as botState021 from './021-bot-state.ts';
import * as aliasProposals030 from './030-alias-proposals.ts';
import * as billing040 from './040-billing.ts';
import * as mockPayments041 from './041-mock-payments.ts';
import * as people042 from './042-people.ts';
import * as operations050 from './050-operations.ts';
import * as catalogue051 from './051-catalogue.ts';
import * as pushes052 from './052-pushes.ts';
import * as campaigns053 from './053-campaigns.ts';
import * as cleanup054 from './054-cleanup.ts';
import * as administration055 from './055-administration.ts';
import * as backups056 from './056-backups.ts';
import * as aliasImports057 from './057-alias-imports.ts';
import * as lists058 from './058-lists.ts';
import * as catalogueMirror059 from './059-catalogue-mirror.ts';
import * as supportVisits060 from './060-support-visits.ts';
import * as seenTime061 from './061-seen-time.ts';
import * as aliasImportLog062 from './062-alias-import-log.ts';
import * as sessionOrigins063 from './063-session-origins.ts';
import * as secondFactors064 from './064-second-factors.ts';
import * as securityLog069 from './069-security-log.ts';
import * as retiredKeys080 from './080-retired-keys.ts';
import * as supportSession081 from './081-support-session.ts';
import * as botReplacement082 from './082-bot-replacement.ts';
import * as failedStarts083 from './083-failed-starts.ts';
import * as activityUndo086 from './086-activity-undo.ts';
import * as suspendedChats089 from './089-suspended-chats.ts';
import * as keptPrices090 from './090-kept-prices.ts';
import * as paymentsWithdrawn091 from './091-payments-withdrawn.ts';
import * as ownerChoices092 from './092-owner-choices.ts';
import * as catalogueWords093 from './093-catalogue-words.ts';
import * as aliasImportContent094 from './094-alias-import-content.ts';
import * as namesFoldedAnew095 from './095-names-folded-anew.ts';
import * as codesWithIds098 from './098-codes-with-ids.ts';
import * as synonyms100 from './100-synonyms.ts';
import * as drinkExtract101 from './101-drink-extract.ts';
import * as importSources103 from './103-import-sources.ts';
import * as nameChanges104 from './104-name-changes.ts';
import * as codesOfProducts105 from './105-codes-of-products.ts';
import * as namesOfBefore108 from './108-names-of-before.ts';
import * as weighedProposals111 from './111-weighed-proposals.ts';
import * as alerts113 from './113-alerts.ts';
import * as incidents114 from './114-incidents.ts';
import * as placesOfBackups115 from './115-places-of-backups.ts';
import * as rateLimits116 from './116-rate-limits.ts';
import * as watching117 from './117-watching.ts';
import * as releases118 from './118-releases.ts';
import * as sites119 from './119-sites.ts';
import * as hosting120 from './120-hosting.ts';
import * as limitsOfPlans121 from './121-limits-of-plans.ts';
import * as wakeUps122 from './122-wake-ups.ts';
import * as venuesWithoutABot123 from './123-venues-without-a-bot.ts';
import * as unreachableBots124 from './124-unreachable-bots.ts';
import * as max125 from './125-max.ts';
import * as miniAppsOfMax126 from './126-mini-apps-of-max.ts';
import * as sandboxChannels127 from './127-sandbox-channels.ts';
import * as agreedPrices128 from './128-agreed-prices.ts';
import * as formerPacks129 from './129-former-packs.ts';
import * as billingRequests130 from './130-billing-requests.ts';
import * as severalProcesses131 from './131-several-processes.ts';
import * as backedUpFor133 from './133-backed-up-for.ts';

/** Every migration of the platform's database, by its recorded name. */
export const platformMigrations: Migrations = {
  '001-accounts': accounts001,
  '002-plans': plans002,
  '003-tenants': tenants003,
  '010-mail': mail010,
  '011-catalogue': catalogue011,
  '020-sandbox': sandbox020,
  '021-bot-state': botState021,
  '030-alias-proposals': aliasProposals030,
  '040-billing': billing040,
  '041-mock-payments': mockPayments041,
  '042-people': people042,
  '050-operations': operations050,
  '051-catalogue': catalogue051,
  '052-pushes': pushes052,
  '053-campaigns': campaigns053,
  '054-cleanup': cleanup054,
  '055-administration': administration055,
  '056-backups': backups056,
  '057-alias-imports': aliasImports057,
  '058-lists': lists058,
  '059-catalogue-mirror': catalogueMirror059,
  '060-support-visits': supportVisits060,
  '061-seen-time': seenTime061,
  '062-alias-import-log': aliasImportLog062,
  '063-session-origins': sessionOrigins063,
  '064-second-factors': secondFactors064,
  '069-security-log': securityLog069,
  '080-retired-keys': retiredKeys080,
  '081-support-session': supportSession081,
  '082-bot-replacement': botReplacement082,
  '083-failed-starts': failedStarts083,
  '086-activity-undo': activityUndo086,
  '089-suspended-chats': suspendedChats089,
  '090-kept-prices': keptPrices090,
  '091-payments-withdrawn': paymentsWithdrawn091,
  '092-owner-choices': ownerChoices092,
  '093-catalogue-words': catalogueWords093,
  '094-alias-import-content': aliasImportContent094,
  '095-names-folded-anew': namesFoldedAnew095,
  '098-codes-with-ids': codesWithIds098,
  '100-synonyms': synonyms100,
  '101-drink-extract': drinkExtract101,
  '103-import-sources': importSources103,
  '104-name-changes': nameChanges104,
  '105-codes-of-products': codesOfProducts105,
  '108-names-of-before': namesOfBefore108,
  '111-weighed-proposals': weighedProposals111,
  '113-alerts': alerts113,
  '114-incidents': incidents114,
  '115-places-of-backups': placesOfBackups115,
  '116-rate-limits': rateLimits116,
  '117-watching': watching117,
  '118-releases': releases118,
  '119-sites': sites119,
  '120-hosting': hosting120,
  '121-limits-of-plans': limitsOfPlans121,
  '122-wake-ups': wakeUps122,
  '123-venues-without-a-bot': venuesWithoutABot123,
  '124-unreachable-bots': unreachableBots124,
  '125-max': max125,
  '126-mini-apps-of-max': miniAppsOfMax126,
  '127-sandbox-channels': sandboxChannels127,
  '128-agreed-prices': agreedPrices128,
  '129-former-packs': formerPacks129,
  '130-billing-requests': billingRequests130,
  '131-several-processes': severalProcesses131,
  '133-backed-up-for': backedUpFor133,
};
