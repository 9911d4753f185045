import { createHash, randomUUID } from 'node:crypto';
import type { ActsOn } from '@ostatok/api/contract/activity-labels.ts';
import type { Campaign, CampaignRecipient, CampaignResult } from '@ostatok/api/contract/campaigns.endpoints.ts';
import type {
  Audience,
  CampaignFilter,
  CampaignInput,
  CampaignStatus,
  RecipientFilter,
} from '@ostatok/api/contract/campaigns.ts';
import type { EmailStats } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { CONTENT_REQUIRED, MARKETING } from '@ostatok/api/contract/email-templates.ts';
import { constraintOf, type Knex } from '@ostatok/kit/node/db.ts';
import { Conflict, InvalidInput, NotFound } from '@ostatok/kit/node/errors.ts';
import type { ListPage } from '@ostatok/kit/node/list-query.ts';
import type { Activity } from '../activity/activity.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { buildTemplate, checkTemplate, withUnsubscribe } from '../mail/template-check.ts';
import type { Templates } from '../mail/templates.service.ts';
import {
  type CampaignRow,
  countAudience,
  findByRequest,
  findCampaign,
  findSender,
  insertCampaign,
  insertRecipient,
  insertRecipients,
  listCampaigns,
  listRecipients,
  lockCampaign,
  type RecipientRow,
  setStatus,
  setTotal,
  skipPending,
  takeBackLetters,
} from './campaigns.queries.ts';
import type { Feeder } from './feeder.ts';

const DAY_MS = 86_400_000;
const RESULTS = 5;
const LOOK_MS = 200;

interface CampaignsOptions {
  db: Knex;
  mail: Pick<Mail, 'count' | 'countDays'>;
  templates: Pick<Templates, 'get' | 'variables'>;
  activity: Activity;
  feeder: Pick<Feeder, 'wake'>;
  now?: () => Date;
}

const toCampaign = ({ fingerprint: _, ...row }: CampaignRow): Campaign => ({
  ...row,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

const toRecipient = (row: RecipientRow): CampaignRecipient => ({ ...row, at: row.at.toISOString() });

interface CampaignsDeps extends CampaignsOptions {
  now: () => Date;
}

async function row({ db }: CampaignsDeps, id: string, reader: Knex = db): Promise<CampaignRow> {
  const found = await findCampaign(reader, id);
  if (!found) throw new NotFound('Рассылка не найдена', 'campaign_not_found');
  return found;
}

/** The given page, or else the template's, with an unsubscribe link added. */
async function contentOf({ templates }: CampaignsDeps, { subject, html, templateId }: CampaignInput) {
  const template = templateId === null ? undefined : await templates.get(templateId);
  if (!html.trim() && !template?.html.trim()) {
    throw new InvalidInput(CONTENT_REQUIRED, { html: CONTENT_REQUIRED }, 'content_required');
  }
  const of = html.trim() ? { html } : { html: template?.html ?? '', text: template?.text };
  const built = await buildTemplate({ subject, ...of });
  checkTemplate(built, templates.variables(MARKETING));
  return { ...withUnsubscribe(built), template_id: templateId, template_name: template?.name ?? null };
}

const record = (
  { activity }: CampaignsDeps,
  trx: Knex.Transaction,
  actorId: number,
  action: ActsOn<'campaign'>,
  id: string,
  description: string,
) => activity.record(trx, { actorId, action: `campaign.${action}`, description, target: `campaign:${id}` });

function insert(
  deps: CampaignsDeps,
  actorId: number,
  campaign: Omit<Parameters<typeof insertCampaign>[1], 'id' | 'created_by' | 'created_at'>,
): Promise<string> {
  const { subject, target_users: targetUsers, filters, test_mode } = campaign;
  const id = randomUUID();
  return deps.db.transaction(async (trx) => {
    await insertCampaign(trx, { ...campaign, id, created_by: actorId, created_at: deps.now() });
    const sender = await findSender(trx, actorId);
    const total =
      test_mode && sender
        ? await insertRecipient(trx, id, sender, deps.now())
        : await insertRecipients(trx, id, { targetUsers, filters }, deps.now());
    if (total === 0) throw new Conflict('no_recipients', 'Получателей нет: выберите других или уберите условия');
    await setTotal(trx, id, total);
    const said = test_mode ? `Пробная рассылка «${subject}»` : `Начата рассылка «${subject}», получателей: ${total}`;
    await record(deps, trx, actorId, test_mode ? 'tested' : 'started', id, said);
    return id;
  });
}

/** Answers a repeated request with the campaign that the first one created. */
async function repeated(
  { db }: CampaignsDeps,
  error: unknown,
  request_key: string | null,
  fingerprint: string,
): Promise<CampaignRow> {
  if (constraintOf(error) === 'campaigns_under_way') {
    throw new Conflict('already_running', 'Такая рассылка уже идёт: дождитесь её или отмените');
  }
  if (request_key === null || constraintOf(error) !== 'campaigns_request_key_unique') throw error;
  const made = await findByRequest(db, request_key);
  if (made?.fingerprint !== fingerprint) {
    throw new Conflict('key_reused', 'Этот Idempotency-Key уже был у другой рассылки');
  }
  return made;
}

/** Throws NotFound, or Conflict when the campaign has ended. Setting the same status changes nothing. */
function change(
  deps: CampaignsDeps,
  actorId: number,
  id: string,
  to: Exclude<CampaignStatus, 'done'>,
  work: (trx: Knex.Transaction) => Promise<void>,
  said: string,
): Promise<Campaign> {
  return deps.db.transaction(async (trx) => {
    const present = await lockCampaign(trx, id);
    if (!present) throw new NotFound('Рассылка не найдена', 'campaign_not_found');
    if (present.status === 'done' || present.status === 'canceled') {
      throw new Conflict('campaign_over', 'Рассылка уже закончилась');
    }
    if (present.status !== to) {
      await work(trx);
      await setStatus(trx, id, to, to === 'canceled' ? deps.now() : null);
      await record(deps, trx, actorId, to, id, `${said} рассылка «${present.subject}»`);
    }
    return toCampaign(await row(deps, id, trx));
  });
}

async function recipients(
  deps: CampaignsDeps,
  id: string,
  query: ListPage,
  filter: RecipientFilter,
  reader: Knex = deps.db,
) {
  await row(deps, id);
  const { rows, total } = await listRecipients(reader, id, filter, query);
  return { recipients: rows.map(toRecipient), total };
}

/** The recipients are inserted at once; users who match the audience later get nothing. */
async function send(
  deps: CampaignsDeps,
  actorId: number,
  input: CampaignInput,
  key: string | undefined,
): Promise<Campaign> {
  const content = await contentOf(deps, input);
  const { targetUsers: target_users, filters, testMode: test_mode } = input;
  const described = JSON.stringify([content, target_users, filters, test_mode]);
  const fingerprint = createHash('sha256').update(described).digest('base64url');
  const request_key = key === undefined ? null : `${actorId}:${key}`;
  const campaign = { ...content, target_users, filters, test_mode, fingerprint, request_key };
  const made = await insert(deps, actorId, campaign).then(
    (id) => row(deps, id),
    (error) => repeated(deps, error, request_key, fingerprint),
  );
  deps.feeder.wake();
  return toCampaign(made);
}

/** Returns the campaign when it has ended, or its present state after `ms`. */
async function waitFor(deps: CampaignsDeps, id: string, ms: number): Promise<Campaign> {
  const until = Date.now() + ms;
  for (;;) {
    const campaign = toCampaign(await row(deps, id));
    if (campaign.status !== 'running' || Date.now() > until) return campaign;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function result({ db }: CampaignsDeps, campaign: Campaign): Promise<CampaignResult> {
  const { rows } = await listRecipients(db, campaign.id, {}, { offset: 0, limit: RESULTS });
  const { sent, failed, bounced, total } = campaign;
  const results = rows.map(({ email, status }) => ({ email, status }));
  return { sent, failed: failed + bounced, total, results, campaign };
}

async function stats({ now, mail }: CampaignsDeps, days: number): Promise<EmailStats> {
  const to = now();
  const from = new Date(to.getTime() - days * DAY_MS);
  return {
    totals: await mail.count(from),
    period: { days, from: from.toISOString(), to: to.toISOString() },
    daily: await mail.countDays(from, to),
  };
}

/** Campaigns: their content and recipients are fixed at the start, and the feeder sends them. */
export function createCampaigns({ now = () => new Date(), ...clients }: CampaignsOptions) {
  const deps: CampaignsDeps = { ...clients, now };
  const { db, feeder } = deps;

  return {
    audience: (wanted: Audience): Promise<number> => countAudience(db, wanted, now()),

    get: async (id: string): Promise<Campaign> => toCampaign(await row(deps, id)),

    async list(query: ListPage, filter: CampaignFilter): Promise<{ campaigns: Campaign[]; total: number }> {
      const { rows, total } = await listCampaigns(db, filter, query);
      return { campaigns: rows.map(toCampaign), total };
    },

    recipients: (id: string, query: ListPage, filter: RecipientFilter, reader?: Knex) =>
      recipients(deps, id, query, filter, reader),

    send: (actorId: number, input: CampaignInput, key: string | undefined) => send(deps, actorId, input, key),

    waitFor: (id: string, ms: number) => waitFor(deps, id, ms),

    result: (campaign: Campaign) => result(deps, campaign),

    pause: (actorId: number, id: string) =>
      change(deps, actorId, id, 'paused', (trx) => takeBackLetters(trx, id), 'Приостановлена'),

    async resume(actorId: number, id: string): Promise<Campaign> {
      const campaign = await change(deps, actorId, id, 'running', async () => undefined, 'Продолжена');
      feeder.wake();
      return campaign;
    },

    cancel: (actorId: number, id: string) =>
      change(
        deps,
        actorId,
        id,
        'canceled',
        async (trx) => {
          await takeBackLetters(trx, id);
          await skipPending(trx, id, 'Рассылка отменена', now());
        },
        'Отменена',
      ),

    stats: (days: number) => stats(deps, days),
  };
}
export type Campaigns = ReturnType<typeof createCampaigns>;
