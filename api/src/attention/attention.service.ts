import type { Attention, AttentionLevel, AttentionLine } from '@ostatok/api/contract/attention.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Logger } from '@ostatok/kit/node/log.ts';
import type { Backups } from '../backups/backups.service.ts';
import type { Proposals } from '../catalogue/proposals.service.ts';
import type { Audit } from '../cleanup/audit.service.ts';
import type { Hardening } from '../hardening/hardening.service.ts';
import type { Synonyms } from '../matching/synonyms.service.ts';
import type { AdminPayments } from '../subscriptions/payments.service.ts';
import type { TrustedClock } from '../trusted-clock/trusted-clock.service.ts';
import {
  alarmsRaised,
  botsIn,
  campaignsStuck,
  lettersStuck,
  ownCertificatesEnding,
  refundsStuck,
  releasesStopped,
  type Some,
  sitesRefused,
  subdomainsOf,
  updatesLate,
  venuesDown,
  venuesStuck,
  workFailed,
} from './attention.queries.ts';
import { certificateEnd } from './certificate.ts';
import { NAMED } from './line.ts';
import {
  alarmsLine,
  busyLine,
  campaignsLine,
  clockLine,
  issuesLine,
  paymentsLine,
  proposalsLine,
  synonymsLine,
  unknownLine,
  unsafeLine,
  updatesLine,
  workLine,
} from './lines.ts';
import type { ProcessReports } from './process-reports.ts';
import {
  backupLines,
  bankLine,
  botsLine,
  CERTIFICATE_DAYS,
  certificateLine,
  diskLine,
  downLine,
  jobsLine,
  lettersLine,
  messengerLine,
  ownCertificatesLine,
  refundsLine,
  releasesLine,
  signInLine,
  sitesLine,
  stuckVenuesLine,
} from './urgent-lines.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A letter, a campaign or a tenant's provisioning that takes longer does not finish by itself. */
const STUCK_MS = 10 * MINUTE_MS;
/** How long the findings about the mail server and the public address are cached. */
const FINDINGS_MS = MINUTE_MS;
/** How long the end of the site's certificate is cached. */
const CERTIFICATE_MS = 60 * MINUTE_MS;
const FIRST_PAGE = { sort: 'created_at', order: 'desc', offset: 0, limit: 3 } as const;

export interface AttentionDeps {
  db: Knex;
  payments: Pick<AdminPayments, 'list'>;
  backups: Pick<Backups, 'health'>;
  hardening: Pick<Hardening, 'report'>;
  audit: Audit;
  proposals: Pick<Proposals, 'counts'>;
  synonyms: Pick<Synonyms, 'waiting'>;
  trustedClock: Pick<TrustedClock, 'hoursToWait'>;
  /** What all api processes see. */
  readReports: ProcessReports['read'];
  log: Logger;
  now: () => Date;
  publicUrl: string;
}

/** What was seen, and the subjects that could not be looked at. */
export interface Seen {
  lines: AttentionLine[];
  unseen: string[];
}

type Found = AttentionLine | undefined | false | (AttentionLine | undefined)[];

type Source = [subject: string, look: () => Promise<Found>];

const order: Record<AttentionLevel, number> = { broken: 0, warning: 1, waiting: 2 };
const some = (found: Some, toLine: (found: Some) => AttentionLine): AttentionLine | undefined =>
  found.count > 0 ? toLine(found) : undefined;

/** Caches slow work: the first caller waits; later ones get the last result, which is refreshed in the background. */
function remember<T>(work: () => Promise<T>, forMs: number): () => Promise<T> {
  let known: { at: number; found: T } | undefined;
  let looking: Promise<T> | undefined;
  async function look(): Promise<T> {
    try {
      const found = await work();
      known = { at: performance.now(), found };
      return found;
    } catch (error) {
      known = undefined;
      throw error;
    } finally {
      looking = undefined;
    }
  }
  return async () => {
    if (known && performance.now() - known.at < forMs) return known.found;
    looking ??= look();
    if (!known) return looking;
    looking.catch(() => undefined);
    return known.found;
  };
}

/** Everything that needs an administrator, the most harmful first. */
export function createAttention(deps: AttentionDeps) {
  const { db, log, now } = deps;
  const findings = remember(async () => (await deps.hardening.report()).findings, FINDINGS_MS);
  const certificate = remember(() => certificateEnd(deps.publicUrl), CERTIFICATE_MS);
  /** Read once for each look. */
  let reading: ReturnType<ProcessReports['read']> | undefined;
  const reports = (): ReturnType<ProcessReports['read']> => {
    reading ??= deps.readReports();
    return reading;
  };
  const ago = (ms: number): Date => new Date(now().getTime() - ms);

  async function disks(): Promise<Found> {
    const all = (await reports()).disks;
    const measured = all.flatMap(({ space, ...disk }) => (space ? [{ ...disk, space }] : []));
    if (measured.length < all.length) throw new Error('a disk could not be measured');
    // of two folders on one disk one is named
    return diskLine(measured.filter(({ device }, at) => measured.findIndex((one) => one.device === device) === at));
  }

  async function issues(): Promise<Found> {
    const { audit } = await deps.audit.audit({ sort: 'id', order: 'asc', offset: 0, limit: 1 });
    const { has_issues, down } = audit.stats;
    return has_issues > down && issuesLine(has_issues - down);
  }

  async function busy(): Promise<Found> {
    const found = (await reports()).busy;
    const names = await subdomainsOf(
      db,
      found.map(({ id }) => id),
    );
    const first = found.flatMap(({ id, percent }) => {
      const name = names.get(id);
      return name ? [{ id, name, reason: `${percent} % одного ядра` }] : [];
    });
    const [since] = found.map((one) => one.since).toSorted();
    return some({ count: first.length, since: since ? new Date(since) : null, first: first.slice(0, NAMED) }, busyLine);
  }

  const messengerAway = (id: 'telegram_away' | 'max_away', messenger: string, unwell: number): Found =>
    unwell > 0 && messengerLine(id, messenger, unwell);

  async function bank(): Promise<Found> {
    const { bankAwaySince } = await reports();
    return bankAwaySince !== null && bankLine(new Date(bankAwaySince));
  }

  async function signIn(): Promise<Found> {
    const { signInAway } = await reports();
    return (
      signInAway.length > 0 && signInLine(signInAway.map(({ title, since }) => ({ title, since: new Date(since) })))
    );
  }

  async function payments(): Promise<Found> {
    const { payments: first, total } = await deps.payments.list({ status: 'attention' }, FIRST_PAGE);
    return total > 0 && paymentsLine(total, first);
  }

  /** What harms somebody now, or soon will. */
  const urgent: Source[] = [
    ['диск', disks],
    ['заведения', async () => some(await venuesDown(db), downLine)],
    ['выпуски', async () => some(await releasesStopped(db), releasesLine)],
    ['боты', async () => some(await botsIn(db, 'revoked'), (found) => botsLine('revoked', found))],
    ['боты', async () => some(await botsIn(db, 'conflict'), (found) => botsLine('conflict', found))],
    ['Telegram', async () => messengerAway('telegram_away', 'Telegram', (await reports()).bots.unwell)],
    ['MAX', async () => messengerAway('max_away', 'MAX', (await reports()).maxBots.unwell)],
    ['создание заведений', async () => some(await venuesStuck(db, ago(STUCK_MS)), stuckVenuesLine)],
    ['письма', async () => some(await lettersStuck(db, ago(STUCK_MS)), lettersLine)],
    ['расписание', async () => jobsLine((await reports()).jobs)],
    ['резервные копии', async () => backupLines(await deps.backups.health())],
    [
      'сертификат',
      async () => {
        const ends = await certificate();
        return ends && certificateLine(ends, now());
      },
    ],
    ['nginx', async () => some(await sitesRefused(db, ago(STUCK_MS)), sitesLine)],
    [
      'свои домены',
      async () => some(await ownCertificatesEnding(db, ago(-CERTIFICATE_DAYS * DAY_MS)), ownCertificatesLine),
    ],
    ['платежи', payments],
    ['банк', bank],
    ['сервисы входа', signIn],
    ['возвраты', async () => some(await refundsStuck(db, ago(DAY_MS)), refundsLine)],
  ];
  const others: Source[] = [
    ['нагрузка', busy],
    ['обновления', async () => some(await updatesLate(db), updatesLine)],
    ['рассылки', async () => some(await campaignsStuck(db, ago(STUCK_MS)), campaignsLine)],
    ['работы', async () => some(await workFailed(db, ago(DAY_MS)), workLine)],
    ['входы', async () => some(await alarmsRaised(db, ago(DAY_MS)), alarmsLine)],
    ['безопасность', async () => unsafeLine(await findings())],
    [
      'часы',
      async () => {
        const hours = await deps.trustedClock.hoursToWait();
        return hours > 0 && clockLine(hours);
      },
    ],
    ['расхождения', issues],
    [
      'предложения',
      async () => {
        const { pending } = await deps.proposals.counts();
        return pending > 0 && proposalsLine(pending);
      },
    ],
    [
      'названия',
      async () => {
        const waiting = await deps.synonyms.waiting();
        return waiting > 0 && synonymsLine(waiting);
      },
    ],
  ];

  async function lookAt(sources: Source[]): Promise<Seen> {
    const unseen = new Set<string>();
    reading = undefined;
    const found = await Promise.all(
      sources.map(async ([subject, look]) => {
        try {
          return await look();
        } catch (error) {
          log.error({ err: error, subject }, 'attention: not looked at');
          unseen.add(subject);
          return [];
        }
      }),
    );
    return { lines: found.flat().filter((one): one is AttentionLine => Boolean(one)), unseen: [...unseen] };
  }

  return {
    /** Everything, the most harmful first. */
    async read(): Promise<Attention> {
      const { lines, unseen } = await lookAt([...urgent, ...others]);
      const all = unseen.length > 0 ? [...lines, unknownLine(unseen)] : lines;
      return {
        attention: all.toSorted((a, b) => order[a.level] - order[b.level]),
        at: now().toISOString(),
      };
    },
    /** What administrators are alerted to. */
    readUrgent: async (): Promise<Seen> => {
      const { lines, unseen } = await lookAt(urgent);
      return { lines: lines.filter(({ level }) => level !== 'waiting'), unseen };
    },
  };
}
export type ReadAttention = ReturnType<typeof createAttention>['read'];
