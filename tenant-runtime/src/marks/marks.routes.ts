import { NotFound } from '@ostatok/kit/node/errors.ts';
import { markEndpoints } from '../../contract/marks.endpoints.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import { rowId } from '../path-params.ts';
import type { Marks } from './marks.service.ts';

const NONE = 'Поставки с марками нет';

export const marksRoutes = (marks: Marks, blindness: Blindness) =>
  endpointsOf(markEndpoints, {
    'GET /api/marks': () => marks.known(),
    async 'GET /api/marks/deliveries/:id'({ params }) {
      const found = await marks.delivered(rowId(params.id, NONE));
      if (found.length === 0) throw new NotFound(NONE);
      return { marks: found };
    },
    async 'GET /api/marks/find'({ query, caller }) {
      const found = await marks.find(query.mark);
      return 'item' in found ? { ...found, item: blindness.shownItem(found.item, caller) } : found;
    },
    async 'POST /api/marks'({ body, caller }) {
      return { item: blindness.shownItem(await marks.link(body, caller), caller) };
    },
  });
