import { randomUUID } from 'node:crypto';
import type { Acts, Ground } from './ground.ts';

export function letters({ platform, admin, ask }: Ground): Acts {
  const html = '<p>Здравствуйте, {{name}}</p>';
  const template = { name: 'Новости', subject: 'Новости', html };
  const made = async (): Promise<number> => (await ask('POST', 'admin/email-templates', template)).body.template.id;
  const shipped = async (): Promise<number> =>
    (await ask('GET', 'admin/email-templates/type/welcome')).body.template.id;
  /** Creates a campaign whose letter is never sent, so that only requests can end it. */
  async function campaign(status: 'running' | 'paused'): Promise<string> {
    const id = randomUUID();
    const at = new Date();
    const filters = JSON.stringify({ planId: null, registeredFrom: null, registeredTo: null });
    await platform.db('campaigns').insert({
      ...{ id, status, subject: 'a', html, text: 'a', target_users: 'all', filters, test_mode: false, total: 1 },
      ...{ fingerprint: id, created_by: admin.userId, created_at: at },
    });
    const email = `${id}@many.example`;
    await platform
      .db('campaign_recipients')
      .insert({ campaign_id: id, user_id: admin.userId, email, status: 'queued', at });
    return id;
  }
  return {
    'POST /api/admin/email-templates': () => ask('POST', 'admin/email-templates', template),
    'PUT /api/admin/email-templates/:id': async () => ask('PUT', `admin/email-templates/${await made()}`, template),
    'POST /api/admin/email-templates/:id/copy': async () => ask('POST', `admin/email-templates/${await made()}/copy`),
    'DELETE /api/admin/email-templates/:id': async () => ask('DELETE', `admin/email-templates/${await made()}`),
    'POST /api/admin/email-templates/:id/reset': async () =>
      ask('POST', `admin/email-templates/${await shipped()}/reset`),
    'POST /api/admin/email/send-test': () =>
      ask('POST', 'admin/email/send-test', { ...template, templateType: 'marketing' }),
    'POST /api/admin/marketing/send-campaign': () => ask('POST', 'admin/marketing/send-campaign', template),
    'POST /api/admin/campaigns/:id/pause': async () =>
      ask('POST', `admin/campaigns/${await campaign('running')}/pause`),
    'POST /api/admin/campaigns/:id/resume': async () =>
      ask('POST', `admin/campaigns/${await campaign('paused')}/resume`),
    'POST /api/admin/campaigns/:id/cancel': async () =>
      ask('POST', `admin/campaigns/${await campaign('paused')}/cancel`),
  };
}
