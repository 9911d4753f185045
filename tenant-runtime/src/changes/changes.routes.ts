import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import type { ChangeResult } from '../../contract/changes.endpoints.ts';
import { changeEndpoints } from '../../contract/changes.endpoints.ts';
import { type ChangeInput, changeSchema } from '../../contract/changes.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import type { Blindness } from '../blindness/blindness.ts';
import type { Items } from '../items/items.service.ts';
import { rowUuid } from '../path-params.ts';
import type { Changes } from './changes.service.ts';

const changeId = (value: unknown): string => rowUuid(value, 'Такого изменения нет');

/** Checks each change by itself, so that a malformed one gets its own refusal. */
function checked(raw: unknown): { change: ChangeInput } | { refused: ChangeResult } {
  try {
    return { change: parse(changeSchema, raw) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const id = raw && typeof raw === 'object' && 'id' in raw && typeof raw.id === 'string' ? raw.id : '';
    return { refused: { id, status: 'rejected', error: error.message } };
  }
}

interface Deps {
  changes: Changes;
  items: Pick<Items, 'some'>;
  blindness: Blindness;
}

export const changesRoutes = ({ changes, items, blindness }: Deps) =>
  endpointsOf(changeEndpoints, {
    async 'POST /api/changes'({ body, caller }) {
      const asked = body.changes.map(checked);
      const sound = asked.flatMap((one) => ('change' in one ? [one.change] : []));
      const applied = (await changes.apply(sound, caller)).map((one) => blindness.shownResult(one, caller)).values();
      return { results: asked.map((one) => ('refused' in one ? one.refused : applied.next().value)) as ChangeResult[] };
    },
    async 'GET /api/changes'({ filter, page, caller }) {
      const { changes: rows, total } = await changes.list(filter, page);
      return { changes: rows.map((row) => blindness.shownChange(row, caller)), total };
    },
    async 'POST /api/changes/:id/undo'({ params, body, caller }) {
      const id = changeId(params.id);
      const reverse = await changes.undo(id, caller, body.source);
      const [[count], [item]] = await Promise.all([changes.countsSince([id]), items.some([reverse.item.id])]);
      return {
        change: blindness.shownChange(reverse, caller),
        ...(item ? { item: blindness.shownItem(item, caller) } : {}),
        counted_since: count?.title ?? null,
      };
    },
  });
