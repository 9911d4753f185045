/** A sender of letters in a process of its own, for tests that run several or kill one. */
import { createMail } from '@ostatok/api/src/mail/mail.service.ts';
import { createSmtp } from '@ostatok/api/src/mail/transports.ts';
import { connect } from '@ostatok/kit/node/db.ts';
import { createLog } from '@ostatok/kit/node/log.ts';
import { createSecrets } from '@ostatok/kit/node/secrets.ts';
import { letterhead } from './letters.ts';

const { DATABASE_URL = '', SECRET_KEY = '', SMTP_URL = '' } = process.env;
const db = connect(DATABASE_URL, { max: 12 });
const mail = createMail({
  db,
  secrets: createSecrets(SECRET_KEY),
  log: createLog('sender', 'silent'),
  transport: createSmtp(SMTP_URL),
  from: 'Остаток <no-reply@bar.example>',
  letterhead,
});
mail.start();
process.once('SIGTERM', () => void mail.stop().then(() => db.destroy()));
process.send?.('ready');
