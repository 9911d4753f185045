// Written by scripts/lists.mjs from the files of this folder.
import type { Migrations } from '@ostatok/kit/node/db.ts';
import * as stock001 from './001-stock.ts';
import * as bot010 from './010-bot.ts';
import * as imports020 from './020-imports.ts';
import * as codesAndReasons030 from './030-codes-and-reasons.ts';
import * as counts031 from './031-counts.ts';
import * as settings032 from './032-settings.ts';
import * as signInCodes033 from './033-sign-in-codes.ts';
import * as proposals035 from './035-proposals.ts';
import * as bot036 from './036-bot.ts';
import * as importLayouts037 from './037-import-layouts.ts';
import * as orderOfTheLog038 from './038-order-of-the-log.ts';
import * as catalogue050 from './050-catalogue.ts';
import * as support051 from './051-support.ts';
import * as sessions052 from './052-sessions.ts';
import * as securityLog053 from './053-security-log.ts';
import * as lostAnswers054 from './054-lost-answers.ts';
import * as telegramLinks055 from './055-telegram-links.ts';
import * as botNeeds056 from './056-bot-needs.ts';
import * as botGeneration057 from './057-bot-generation.ts';
import * as itemNames058 from './058-item-names.ts';
import * as countNotices060 from './060-count-notices.ts';
import * as lastChanges067 from './067-last-changes.ts';
import * as importDoubts070 from './070-import-doubts.ts';
import * as attachedCodes072 from './072-attached-codes.ts';
import * as replacedEntries074 from './074-replaced-entries.ts';
import * as unsignedLists093 from './093-unsigned-lists.ts';
import * as missingNames096 from './096-missing-names.ts';
import * as itemMatches097 from './097-item-matches.ts';
import * as aliasNames102 from './102-alias-names.ts';
import * as productCodes106 from './106-product-codes.ts';
import * as similarImportRows107 from './107-similar-import-rows.ts';
import * as presetTares110 from './110-preset-tares.ts';
import * as itemMeasurements112 from './112-item-measurements.ts';
import * as deliveries113 from './113-deliveries.ts';
import * as recipes114 from './114-recipes.ts';
import * as sales115 from './115-sales.ts';
import * as marks116 from './116-marks.ts';
import * as feeds117 from './117-feeds.ts';
import * as noticesAndScheduledCounts118 from './118-notices-and-scheduled-counts.ts';
import * as digests119 from './119-digests.ts';
import * as seenLines120 from './120-seen-lines.ts';
import * as orders121 from './121-orders.ts';
import * as mailboxes123 from './123-mailboxes.ts';
import * as channels124 from './124-channels.ts';
import * as ownChat125 from './125-own-chat.ts';
import * as push126 from './126-push.ts';
import * as max127 from './127-max.ts';
import * as articleUnits128 from './128-article-units.ts';
import * as zeroLines129 from './129-zero-lines.ts';
import * as questionSteps130 from './130-question-steps.ts';
import * as lateQuestions131 from './131-late-questions.ts';
import * as tillsApart132 from './132-tills-apart.ts';
import * as deliveryDoubts133 from './133-delivery-doubts.ts';
import * as unitsOfLines134 from './134-units-of-lines.ts';
import * as correctedCodes135 from './135-corrected-codes.ts';
import * as unitsOfIiko140 from './140-units-of-iiko.ts';

/** Every migration of a tenant's database, by its recorded name. */
export const tenantMigrations: Migrations = {
  '001-stock': stock001,
  '010-bot': bot010,
  '020-imports': imports020,
  '030-codes-and-reasons': codesAndReasons030,
  '031-counts': counts031,
  '032-settings': settings032,
  '033-sign-in-codes': signInCodes033,
  '035-proposals': proposals035,
  '036-bot': bot036,
  '037-import-layouts': importLayouts037,
  '038-order-of-the-log': orderOfTheLog038,
  '050-catalogue': catalogue050,
  '051-support': support051,
  '052-sessions': sessions052,
  '053-security-log': securityLog053,
  '054-lost-answers': lostAnswers054,
  '055-telegram-links': telegramLinks055,
  '056-bot-needs': botNeeds056,
  '057-bot-generation': botGeneration057,
  '058-item-names': itemNames058,
  '060-count-notices': countNotices060,
  '067-last-changes': lastChanges067,
  '070-import-doubts': importDoubts070,
  '072-attached-codes': attachedCodes072,
  '074-replaced-entries': replacedEntries074,
  '093-unsigned-lists': unsignedLists093,
  '096-missing-names': missingNames096,
  '097-item-matches': itemMatches097,
  '102-alias-names': aliasNames102,
  '106-product-codes': productCodes106,
  '107-similar-import-rows': similarImportRows107,
  '110-preset-tares': presetTares110,
  '112-item-measurements': itemMeasurements112,
  '113-deliveries': deliveries113,
  '114-recipes': recipes114,
  '115-sales': sales115,
  '116-marks': marks116,
  '117-feeds': feeds117,
  '118-notices-and-scheduled-counts': noticesAndScheduledCounts118,
  '119-digests': digests119,
  '120-seen-lines': seenLines120,
  '121-orders': orders121,
  '123-mailboxes': mailboxes123,
  '124-channels': channels124,
  '125-own-chat': ownChat125,
  '126-push': push126,
  '127-max': max127,
  '128-article-units': articleUnits128,
  '129-zero-lines': zeroLines129,
  '130-question-steps': questionSteps130,
  '131-late-questions': lateQuestions131,
  '132-tills-apart': tillsApart132,
  '133-delivery-doubts': deliveryDoubts133,
  '134-units-of-lines': unitsOfLines134,
  '135-corrected-codes': correctedCodes135,
  '140-units-of-iiko': unitsOfIiko140,
};
