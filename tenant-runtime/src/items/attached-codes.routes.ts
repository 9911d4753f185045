import { attachedCodeEndpoints } from '../../contract/attached-codes.endpoints.ts';
import type { Item } from '../../contract/items.endpoints.ts';
import type { Caller } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import { rowId, rowUuid } from '../path-params.ts';
import type { AttachedCodes } from './attached-codes.service.ts';

const codeId = (value: unknown): string => rowUuid(value, 'Такого штрихкода среди привязанных нет');

interface Deps {
  attachedCodes: AttachedCodes;
  blindness: Blindness;
}

export function attachedCodesRoutes({ attachedCodes, blindness }: Deps) {
  const shown = (item: Item | undefined, caller: Caller) => (item ? { item: blindness.shownItem(item, caller) } : {});
  return endpointsOf(attachedCodeEndpoints, {
    async 'POST /api/items/:id/codes'({ params, body, caller }) {
      const item = await attachedCodes.attach(rowId(params.id, 'Такой позиции нет'), body, caller);
      return { item: blindness.shownItem(item, caller) };
    },
    'GET /api/attached-codes': ({ filter, page }) => attachedCodes.list(filter, page),
    'POST /api/attached-codes/:id/confirm': async ({ params, caller }) =>
      shown(await attachedCodes.confirm(codeId(params.id), caller), caller),
    'DELETE /api/attached-codes/:id': async ({ params, caller }) =>
      shown(await attachedCodes.remove(codeId(params.id), caller), caller),
  });
}
