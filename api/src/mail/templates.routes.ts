import {
  emailTemplateChangesSchema,
  emailTemplateFilterSchema,
  emailTemplateSchema,
  emailTemplateSorts,
} from '@ostatok/api/contract/email-templates.ts';
import { idOf, parse, sendList } from '@ostatok/kit/node/http.ts';
import { listQuery } from '@ostatok/kit/node/list-query.ts';
import { Router } from 'express';
import { callerOf } from '../auth/guard.routes.ts';
import type { Templates } from './templates.service.ts';

const missing = 'Шаблон не найден';
/** In a query string booleans are texts. */
const booleans: Record<string, unknown> = { true: true, false: false };

/** Mounted at /api/admin/email-templates, behind the administrator's guard. */
export function emailTemplatesRoutes(templates: Templates): Router {
  const router = Router();

  router.get('/', async (req, res) => {
    const query = listQuery(req.query, { sorts: emailTemplateSorts, sort: 'id', order: 'asc' });
    const { is_system, ...filter } = query.filter;
    const system = is_system === undefined ? {} : { is_system: booleans[String(is_system)] ?? is_system };
    const found = await templates.list(query, parse(emailTemplateFilterSchema, { ...filter, ...system }));
    sendList(res, 'templates', found.templates, { total: found.total, offset: query.offset, limit: query.limit });
  });

  router.post('/', async (req, res) => {
    const template = await templates.create(callerOf(req).userId, parse(emailTemplateSchema, req.body));
    res.status(201).json({ success: true, template, message: 'Шаблон создан' });
  });

  router.get('/type/:type', async (req, res) => {
    res.json({ success: true, template: await templates.ofType(req.params.type) });
  });

  router.get('/:id', async (req, res) => {
    res.json({ success: true, template: await templates.get(idOf(req.params.id, missing)) });
  });

  router.put('/:id', async (req, res) => {
    const id = idOf(req.params.id, missing);
    const template = await templates.update(callerOf(req).userId, id, parse(emailTemplateChangesSchema, req.body));
    res.json({ success: true, template, message: 'Шаблон сохранён' });
  });

  router.post('/:id/copy', async (req, res) => {
    const template = await templates.copy(callerOf(req).userId, idOf(req.params.id, missing));
    res.status(201).json({ success: true, template, message: 'Шаблон скопирован' });
  });

  router.post('/:id/reset', async (req, res) => {
    const template = await templates.reset(callerOf(req).userId, idOf(req.params.id, missing));
    res.json({ success: true, template, message: 'Исходный текст возвращён' });
  });

  router.delete('/:id', async (req, res) => {
    await templates.remove(callerOf(req).userId, idOf(req.params.id, missing));
    res.json({ success: true, message: 'Шаблон удалён' });
  });

  return router;
}
