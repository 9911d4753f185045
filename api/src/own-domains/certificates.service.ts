import { X509Certificate } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Secrets } from '@ostatok/kit/node/secrets.ts';
import { tryLock } from '../platform/locks.queries.ts';
import { type AcmeAccount, makeKey, type OrderSteps, orderCertificate } from './acme.ts';
import {
  dropChallenge,
  dropChallengesBefore,
  findAccount,
  listDue,
  type OwnDomainRow,
  putAccountKey,
  putChallenge,
  recordOutcome,
  setAccountUrl,
} from './own-domains.queries.ts';
import { ACCOUNT_KEY, CERTIFICATE_KEY } from './purposes.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A certificate is renewed so long before its end, or a third of its life where it is a short one. */
const RENEW_MS = 30 * DAY_MS;
/** The waits after orders in a row that failed; the last one is repeated. An authority counts failures by the hour. */
const WAITS_MINUTES = [5, 15, 60, 180, 720, 1440];
const LONGEST_TEXT = 300;

interface CertificatesDeps {
  db: Knex;
  /** The pool for locks that are held while an authority is waited for. */
  lockPool: Knex;
  secrets: Pick<Secrets, 'seal' | 'open'>;
  /** The address of the authority's directory. */
  directory: string;
  /** Resolves when nginx knows every domain; throws while it does not. */
  publishSites: () => Promise<void>;
  /** Is called when a tenant has got another certificate. */
  onIssued: (tenantId: string) => void;
  log: Logger;
  now: () => Date;
}

const problemOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  return `Удостоверяющий центр не выдал сертификат: ${text.slice(0, LONGEST_TEXT)}`;
};

/** When to order the next one. */
export function renewalOf({
  validFromDate,
  validToDate,
}: Pick<X509Certificate, 'validFromDate' | 'validToDate'>): Date {
  const life = validToDate.getTime() - validFromDate.getTime();
  return new Date(validToDate.getTime() - Math.min(RENEW_MS, life / 3));
}

/** Orders and renews the certificates of own domains; one process at a time. */
export function createCertificates(deps: CertificatesDeps) {
  const { db, lockPool, secrets, directory, publishSites, onIssued, log, now } = deps;

  const steps: OrderSteps = {
    setAccountUrl: (url) => setAccountUrl(db, directory, url),
    putChallenge: (token, answer) => putChallenge(db, token, answer, now()),
    dropChallenge: (token) => dropChallenge(db, token),
  };

  async function account(): Promise<AcmeAccount> {
    if (!(await findAccount(db, directory))) await putAccountKey(db, directory, secrets.seal(makeKey(), ACCOUNT_KEY));
    const known = await findAccount(db, directory);
    if (!known) throw new Error('the account was deleted this moment');
    return { key: secrets.open(known.key_sealed, ACCOUNT_KEY), url: known.url ?? undefined };
  }

  async function order(row: OwnDomainRow): Promise<void> {
    const ordered = { directory, account: await account(), name: row.name };
    const { certificate, key } = await orderCertificate(ordered, steps);
    const issued = new X509Certificate(certificate);
    const isKept = await recordOutcome(db, row, {
      certificate,
      key_sealed: secrets.seal(key, CERTIFICATE_KEY),
      expires_at: issued.validToDate,
      order_at: renewalOf(issued),
      failures: 0,
      problem: null,
      problem_since: null,
    });
    log.info({ tenant: row.tenant_id, domain: row.name, until: issued.validToDate }, 'certificate issued');
    if (isKept) onIssued(row.tenant_id);
  }

  async function fail(row: OwnDomainRow, error: unknown): Promise<void> {
    log.warn({ err: error, tenant: row.tenant_id, domain: row.name }, 'certificate not issued');
    const wait = WAITS_MINUTES[Math.min(row.failures, WAITS_MINUTES.length - 1)] ?? 0;
    await recordOutcome(db, row, {
      failures: row.failures + 1,
      problem: problemOf(error),
      problem_since: row.problem_since ?? now(),
      order_at: new Date(now().getTime() + wait * MINUTE_MS),
    });
  }

  return {
    /** Orders what is due. A failure with one domain does not stop the others; it is shown and tried again later. */
    run: (): Promise<void> =>
      lockPool.transaction(async (lock) => {
        if (!(await tryLock(lock, 'certificates'))) return;
        await dropChallengesBefore(db, new Date(now().getTime() - DAY_MS));
        const due = await listDue(db, now());
        // the authority asks by the domain's name, which nginx has to know
        if (due.length > 0) await publishSites();
        for (const row of due) await order(row).catch((error) => fail(row, error));
      }),
  };
}
export type Certificates = ReturnType<typeof createCertificates>;
