import { emailTemplateEndpoints } from '@ostatok/api/contract/email-templates.endpoints.ts';
import { idOf } from '@ostatok/kit/node/http.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Templates } from '../mail/templates.service.ts';
import type { TestLetters } from '../mail/test-letters.ts';
import type { Campaigns } from './campaigns.service.ts';

const templateIdOf = ({ id }: { id: string }): number => idOf(id, 'Шаблон не найден');

export const emailTemplatesRoutes = (templates: Templates, tests: TestLetters, { stats }: Pick<Campaigns, 'stats'>) =>
  endpointsOf(emailTemplateEndpoints, {
    'GET /api/admin/email-templates': ({ filter, page }) => templates.list(page, filter),
    'POST /api/admin/email-templates': async ({ caller, body }) => ({
      template: await templates.create(caller.userId, body),
      message: 'Шаблон создан',
    }),
    'GET /api/admin/email-templates/type/:type': async ({ params }) => ({
      template: await templates.ofType(params.type),
    }),
    'GET /api/admin/email-templates/:id': async ({ params }) => ({
      template: await templates.get(templateIdOf(params)),
    }),
    'PUT /api/admin/email-templates/:id': async ({ caller, params, body }) => ({
      template: await templates.update(caller.userId, templateIdOf(params), body),
      message: 'Шаблон сохранён',
    }),
    async 'DELETE /api/admin/email-templates/:id'({ caller, params }) {
      await templates.remove(caller.userId, templateIdOf(params));
      return { message: 'Шаблон удалён' };
    },
    'POST /api/admin/email-templates/:id/copy': async ({ caller, params }) => ({
      template: await templates.copy(caller.userId, templateIdOf(params)),
      message: 'Шаблон скопирован',
    }),
    'POST /api/admin/email-templates/:id/reset': async ({ caller, params }) => ({
      template: await templates.reset(caller.userId, templateIdOf(params)),
      message: 'Исходный текст возвращён',
    }),
    'GET /api/admin/email/stats': ({ query }) => stats(query.days),
    'GET /api/admin/email/variables': ({ query }) => ({ variables: templates.variables(query.type) }),
    'POST /api/admin/email/preview': ({ body }) => templates.preview(body),
    async 'POST /api/admin/email/send-test'({ caller, body }) {
      const email = await tests.send(caller.userId, body);
      return { message: `Тестовое письмо отправлено на ${email}`, email };
    },
  });
