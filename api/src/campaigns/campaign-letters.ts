import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Letterhead } from '../mail/letter-data.ts';
import { fill, type LetterTemplate } from '../mail/letter-template.ts';
import type { Outgoing } from '../mail/letter-writer.ts';
import { commonValues, nameInLetter } from '../mail/letters.ts';
import type { Settled } from '../mail/outcome.ts';
import type { BulkLetters } from '../mail/sending.ts';
import {
  findContent,
  listToWrite,
  type RecipientOutcome,
  type RecipientToWrite,
  settleRecipients,
} from './feeding.queries.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

/** The size of the cache of campaigns' content, which never changes. */
const KEPT = 4;

interface CampaignLettersDeps {
  db: Knex;
  letterhead: Letterhead;
  links: UnsubscribeLinks;
  now?: () => Date;
}

const outcomeOf = ({ recipient_id, status, error, ...rest }: Settled): RecipientOutcome => {
  const bounce = 'bounce' in rest ? rest.bounce : undefined;
  return { id: recipient_id ?? 0, status: bounce ? 'bounced' : status, error, hard: bounce === 'hard' };
};

/** Makes campaigns' letters when they are sent, and records their outcomes. */
export function createCampaignLetters({
  db,
  letterhead,
  links,
  now = () => new Date(),
}: CampaignLettersDeps): BulkLetters {
  const contents = new Map<string, LetterTemplate>();

  async function contentOf(id: string): Promise<LetterTemplate | undefined> {
    const kept = contents.get(id) ?? (await findContent(db, id));
    if (!kept || contents.has(id)) return kept;
    const oldest = contents.keys().next().value;
    if (contents.size >= KEPT && oldest !== undefined) contents.delete(oldest);
    contents.set(id, kept);
    return kept;
  }

  function letterTo({ name, email, user_id, user_made }: RecipientToWrite, content: LetterTemplate): Outgoing {
    const unsubscribe = links.linkOf({ id: user_id, created_at: user_made });
    return {
      ...fill(content, { name: nameInLetter(name), email, ...commonValues(letterhead), unsubscribe }),
      // RFC 8058: mailboxes show an unsubscribe button of their own
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    };
  }

  return {
    async write(recipientIds) {
      const letters: Awaited<ReturnType<BulkLetters['write']>> = new Map();
      for (const recipient of await listToWrite(db, recipientIds)) {
        const content = recipient.reason === null ? await contentOf(recipient.campaign_id) : undefined;
        letters.set(
          recipient.id,
          content ? letterTo(recipient, content) : { skipped: recipient.reason ?? 'Рассылки больше нет' },
        );
      }
      return letters;
    },
    settled: (trx: Knex.Transaction, settled: Settled[]) => settleRecipients(trx, settled.map(outcomeOf), now()),
  };
}
