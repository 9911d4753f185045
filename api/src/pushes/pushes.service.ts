import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import type { PushedVenue, PushInput, PushResult } from '@ostatok/api/contract/pushes.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Operations } from '../operations/operations.service.ts';
import { countPending, insertPush, listLivingVenues, type PendingPush } from './pushes.queries.ts';
import { alsoText, createVenuePush, type PushOrder, type VenuePushDeps } from './venue-push.ts';

const VENUES_AT_ONCE = 6;
const ATTEMPTS = 2;

export interface PushesDeps extends VenuePushDeps {
  db: Knex;
  operations: Pick<Operations, 'define' | 'start' | 'last'>;
  catalogue: Pick<Catalogue, 'latestRevision' | 'otherCodes' | 'correctionsOf'>;
  now?: () => Date;
}

const sum = (results: PushedVenue[], of: keyof PushedVenue): number =>
  results.reduce((total, result) => total + (result[of] ?? 0), 0);

/** Pushes changes of the global catalogue to the tenants that use it. */
export function createPushes({ db, operations, catalogue, now = () => new Date(), ...venues }: PushesDeps) {
  const push = createVenuePush({ ...venues, catalogue });

  operations.define<null, PushOrder>('alias_push', {
    concurrency: VENUES_AT_ONCE,
    maxAttempts: ATTEMPTS,
    run: ({ key }, { input }) => push(key, input),
    async finish({ input: { revision, dryRun }, failed, results }) {
      const pushed = (await results()) as PushedVenue[];
      const [named, coded] = [sum(pushed, 'named'), sum(pushed, 'coded')];
      if (!dryRun) await insertPush(db, revision, now());
      const result: PushResult = {
        revision,
        dryRun,
        venues: pushed.filter((venue) => venue.updated + (venue.named ?? 0) + (venue.coded ?? 0) > 0).length,
        updated: sum(pushed, 'updated'),
        unchanged: sum(pushed, 'unchanged'),
        ...(named > 0 && { named }),
        ...(coded > 0 && { coded }),
      };
      const words = dryRun ? ['Обновятся заведения', 'Не проверено'] : ['Обновлено заведений', 'Не обновлено'];
      const facts = `${words[0]}: ${result.venues}, позиций: ${result.updated}`;
      const summary = `${facts}${alsoText({ named, coded })}`;
      return { message: failed > 0 ? `${summary}. ${words[1]}: ${failed}` : summary, result };
    },
  });

  return {
    /** Throws Conflict while another push is under way. */
    async start(actorId: number | null, { dryRun }: PushInput): Promise<Operation> {
      const revision = await catalogue.latestRevision();
      const items = (await listLivingVenues(db)).map(({ id, subdomain, display_name }) => ({
        key: id,
        label: `${display_name} (${subdomain})`,
      }));
      return db.transaction((trx) =>
        operations.start(trx, {
          kind: 'alias_push',
          title: dryRun ? 'Проверка отправки алиасов' : 'Отправка алиасов заведениям',
          input: { revision, dryRun },
          startedBy: actorId,
          items,
          unique: 'alias_push',
        }),
      );
    },
    async state(): Promise<{ last: Operation | null } & PendingPush> {
      const [last, pending] = await Promise.all([operations.last('alias_push', { dryRun: false }), countPending(db)]);
      return { last, ...pending };
    },
  };
}
export type Pushes = ReturnType<typeof createPushes>;
