import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import { parse } from '@ostatok/kit/node/http.ts';
import type { RequestHandler } from 'express';
import { type CountEntryResult, countEndpoints, oneCountEndpoints } from '../../contract/counts.endpoints.ts';
import { type CountEntryInput, countEntrySchema } from '../../contract/counts.ts';
import type { Caller } from '../access/callers.ts';
import { endpointsOf } from '../access/endpoint.routes.ts';
import { rowId, rowUuid } from '../path-params.ts';
import type { Counts } from './counts.service.ts';

const countId = (value: unknown): number => rowId(value, 'Такого подсчёта нет');

/** Checks each entry by itself, so that a malformed one gets its own refusal. */
function checked(raw: unknown): { entry: CountEntryInput } | { refused: CountEntryResult } {
  try {
    return { entry: parse(countEntrySchema, raw) };
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    const id = raw && typeof raw === 'object' && 'id' in raw && typeof raw.id === 'string' ? raw.id : '';
    return { refused: { id, status: 'rejected', error: error.message } };
  }
}

const shown = async (counts: Counts, id: number, caller: Caller) => ({ count: await counts.details(id, caller) });

export const countsRoutes = (counts: Counts) =>
  endpointsOf(countEndpoints, {
    'GET /api/counts': ({ filter, page, caller }) => counts.list(filter, page, caller),
    async 'POST /api/counts'({ body, caller, res }) {
      const { id, opened } = await counts.open(body, caller);
      res.status(opened ? 201 : 200);
      return shown(counts, id, caller);
    },
  });

/** Refuses a count that does not exist before the rest of the request is validated. */
const isKnown =
  (counts: Counts): RequestHandler =>
  async (req, _res, next) => {
    await counts.known(countId(req.params.id));
    next();
  };

export const oneCountRoutes = (counts: Counts) =>
  endpointsOf(
    oneCountEndpoints,
    {
      'GET /api/counts/:id': ({ params, caller }) => shown(counts, countId(params.id), caller),
      async 'PUT /api/counts/:id'({ params, body, caller }) {
        const id = countId(params.id);
        await counts.update(id, body, caller);
        return shown(counts, id, caller);
      },
      'GET /api/counts/:id/lines': ({ params, filter, page, caller }) =>
        counts.lines(countId(params.id), filter, page, caller),
      'GET /api/counts/:id/entries': ({ params, filter, page, caller }) =>
        counts.entries(countId(params.id), filter, page, caller),
      async 'POST /api/counts/:id/entries'({ params, body, caller }) {
        const asked = body.entries.map(checked);
        const sound = asked.flatMap((one) => ('entry' in one ? [one.entry] : []));
        const entered = (await counts.enter(countId(params.id), sound, caller)).values();
        return {
          results: asked.map((one) => ('refused' in one ? one.refused : entered.next().value)) as CountEntryResult[],
        };
      },
      async 'DELETE /api/counts/:id/entries/:entryId'({ params, caller }) {
        const id = countId(params.id);
        const entry = await counts.takeBack(id, rowUuid(params.entryId, 'Такой записи в подсчёте нет'), caller);
        return { entry, line: await counts.line(id, entry.item.id, caller) };
      },
      async 'POST /api/counts/:id/areas/:areaId/done'({ params, body, caller }) {
        const id = countId(params.id);
        await counts.finish(id, rowId(params.areaId, 'Такой зоны в подсчёте нет'), body.done, caller);
        return shown(counts, id, caller);
      },
      async 'POST /api/counts/:id/recount'({ params, body, caller }) {
        const id = countId(params.id);
        const lines = await counts.recount(id, body, caller);
        return { ...(await shown(counts, id, caller)), lines };
      },
      async 'POST /api/counts/:id/close'({ params, body, caller }) {
        const id = countId(params.id);
        await counts.close(id, body, caller);
        return shown(counts, id, caller);
      },
      async 'POST /api/counts/:id/reopen'({ params, body, caller }) {
        const id = countId(params.id);
        await counts.reopen(id, body.reason, caller);
        return shown(counts, id, caller);
      },
      async 'POST /api/counts/:id/cancel'({ params, body, caller }) {
        const id = countId(params.id);
        await counts.cancel(id, body.reason, caller);
        return shown(counts, id, caller);
      },
    },
    [isKnown(counts)],
  );
