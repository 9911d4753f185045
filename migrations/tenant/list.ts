import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as stock from './001-stock.ts';
import * as bot from './010-bot.ts';
import * as imports from './020-imports.ts';
import * as codesAndReasons from './030-codes-and-reasons.ts';
import * as counts from './031-counts.ts';
import * as settings from './032-settings.ts';
import * as signInCodes from './033-sign-in-codes.ts';
import * as proposals from './035-proposals.ts';
import * as botMemory from './036-bot.ts';
import * as importLayouts from './037-import-layouts.ts';
import * as orderOfTheLog from './038-order-of-the-log.ts';
import * as catalogue from './050-catalogue.ts';
import * as support from './051-support.ts';
import * as sessions from './052-sessions.ts';
import * as securityLog from './053-security-log.ts';
import * as lostAnswers from './054-lost-answers.ts';
import * as telegramLinks from './055-telegram-links.ts';
import * as botNeeds from './056-bot-needs.ts';
import * as botGeneration from './057-bot-generation.ts';
import * as itemNames from './058-item-names.ts';
import * as countNotices from './060-count-notices.ts';
import * as lastChanges from './067-last-changes.ts';
import * as importDoubts from './070-import-doubts.ts';
import * as attachedCodes from './072-attached-codes.ts';
import * as replacedEntries from './074-replaced-entries.ts';
import * as unsignedLists from './093-unsigned-lists.ts';
import * as missingNames from './096-missing-names.ts';

/** Every migration of a tenant's database, by its recorded name. */
export const tenantMigrations: Migrations = {
  '001-stock': stock,
  '010-bot': bot,
  '020-imports': imports,
  '030-codes-and-reasons': codesAndReasons,
  '031-counts': counts,
  '032-settings': settings,
  '033-sign-in-codes': signInCodes,
  '035-proposals': proposals,
  '036-bot': botMemory,
  '037-import-layouts': importLayouts,
  '038-order-of-the-log': orderOfTheLog,
  '050-catalogue': catalogue,
  '051-support': support,
  '052-sessions': sessions,
  '053-security-log': securityLog,
  '054-lost-answers': lostAnswers,
  '055-telegram-links': telegramLinks,
  '056-bot-needs': botNeeds,
  '057-bot-generation': botGeneration,
  '058-item-names': itemNames,
  '060-count-notices': countNotices,
  '067-last-changes': lastChanges,
  '070-import-doubts': importDoubts,
  '072-attached-codes': attachedCodes,
  '074-replaced-entries': replacedEntries,
  '093-unsigned-lists': unsignedLists,
  '096-missing-names': missingNames,
};
