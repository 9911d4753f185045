import { createSecrets, UnknownKey } from '@ostatok/kit/node/secrets.ts';
import type { FeedRow } from '../tables.ts';
import { FeedFailure } from './feed-failure.ts';
import type { IikoSession } from './iiko.ts';

const PURPOSE = 'feeds.secret';

/** Seals passwords and tokens of tills under the venue's own key. */
export function createFeedSecrets(secretKey: string) {
  const secrets = createSecrets(secretKey);
  return {
    seal: (text: string): string => secrets.seal(text, PURPOSE),

    /** Throws FeedFailure for a venue that was opened from an archive: its key is another one. */
    open({ secret_sealed }: Pick<FeedRow, 'secret_sealed'>): string {
      try {
        return secrets.open(secret_sealed ?? '', PURPOSE);
      } catch (error) {
        if (!(error instanceof UnknownKey)) throw error;
        throw new FeedFailure('Заведение переехало, и пароль кассы прочесть нельзя. Введите его заново', {
          refused: true,
        });
      }
    },

    sessionOf({ session_sealed }: Pick<FeedRow, 'session_sealed'>): IikoSession | undefined {
      if (session_sealed === null) return undefined;
      try {
        return JSON.parse(secrets.open(session_sealed, PURPOSE)) as IikoSession;
      } catch {
        // of a venue's former key: the server ends such a session itself
        return undefined;
      }
    },
  };
}
export type FeedSecrets = ReturnType<typeof createFeedSecrets>;
