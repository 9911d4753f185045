import { randomBytes } from 'node:crypto';
import type { Ordering } from '../provisioning/ordering.service.ts';
import type { Tenants } from '../tenants/tenants.service.ts';
import { type HttpProbe, requireStatus } from './http-probe.ts';
import type { ProbePeople } from './probe-people.ts';
import type { Check, Suite } from './suite.ts';

interface ProvisioningParts {
  http: HttpProbe;
  people: ProbePeople;
  tenants: Pick<Ordering, 'create' | 'canCreate'> & Pick<Tenants, 'status'>;
  /** Removes its database, role, files and row, whatever state it is in. */
  removeVenue: (id: string) => Promise<void>;
  /** The Host header that the tenant answers to. */
  hostOf: (subdomain: string) => string;
  /** Runs `work` with a bot for one check; absent where the real Telegram is configured and no bot was given. */
  withBot?: <T>(work: (token: string) => Promise<T>) => Promise<T>;
  /** Whether the Bot API answers at all. */
  telegramAnswers: () => Promise<boolean>;
  /** Makes and drops a database with its role, as for a tenant; returns the milliseconds it took. */
  tryDatabase: () => Promise<number>;
  /** Returns those of these tenants that have left something behind. */
  remainsOf: (ids: string[]) => Promise<string[]>;
  /** Removes what checks of dead processes have left. */
  sweep: () => Promise<void>;
}

/** A subdomain of the form that cleanup recognises, should the tenant be left behind. */
const newName = (): string => `test-${randomBytes(5).toString('hex')}`;

/** Checks a tenant's life: it is made, entered through its address, counted in and deleted for good. */
export function provisioningSuite(parts: ProvisioningParts): Suite {
  const { http, people, tenants } = parts;

  async function use(subdomain: string, credentials: object): Promise<void> {
    const host = parts.hostOf(subdomain);
    requireStatus(await http('GET', '/healthz', { host }), 200, 'Адрес заведения');
    const signedIn = await http('POST', '/api/auth/login', { host, body: credentials });
    requireStatus(signedIn, 200, 'Вход в заведение');
    const item = { name: 'Проверка', unit: 'л' };
    const made = await http('POST', '/api/items', { host, token: String(signedIn.body.token), body: item });
    requireStatus(made, 201, 'Новая позиция');
  }

  const make: Check['run'] = () =>
    people.with('customer', async ({ id: ownerId }) => {
      const { withBot } = parts;
      if (!withBot) {
        return {
          message: 'Заведение целиком не создавалось',
          warning: 'Подключён настоящий Telegram, а пробного бота нет. Остальное проверено без бота',
        };
      }
      return withBot(async (botToken) => {
        const subdomain = newName();
        const began = performance.now();
        const order = {
          subdomain,
          chat: 'telegram' as const,
          botToken,
          displayName: 'Проверка системы',
          adminUsername: 'check',
        };
        const { tenant, adminCredentials } = await tenants.create(ownerId, { ...order, adminPassword: undefined });
        try {
          const createdMs = Math.round(performance.now() - began);
          await use(subdomain, adminCredentials);
          const { provision } = await tenants.status(ownerId, tenant.id);
          const steps = Object.fromEntries((provision?.steps ?? []).map(({ name, ms }) => [name, ms]));
          await parts.removeVenue(tenant.id);
          const left = await parts.remainsOf([tenant.id]);
          if (left.length > 0) throw new Error('После удаления остались база или роль заведения');
          return {
            message: `Создано за ${createdMs} мс, открыто, удалено без следа`,
            details: { createdMs, ...steps },
          };
        } finally {
          await parts.removeVenue(tenant.id);
        }
      });
    });

  return {
    name: 'provisioning',
    title: 'Создание заведений',
    cleanUp: parts.sweep,
    checks: [
      {
        name: 'База и роль',
        description: 'Создаёт базу с ролью, как для заведения, и удаляет их',
        purpose: 'Без прав на это заведения не создаются',
        async run() {
          const ms = await parts.tryDatabase();
          return { message: `База создана и удалена за ${ms} мс`, details: { ms } };
        },
      },
      {
        name: 'Telegram',
        description: 'Обращается к Bot API по настроенному адресу',
        purpose: 'Без него боты заведений молчат',
        async run() {
          if (!(await parts.telegramAnswers())) throw new Error('Bot API не отвечает: проверьте TELEGRAM_API_ROOT');
          return { message: 'Bot API отвечает' };
        },
      },
      {
        name: 'Право на заведение',
        description: 'Заводит временного владельца и спрашивает, можно ли ему создать заведение',
        purpose: 'Новый владелец должен начать без помощи',
        run: () =>
          people.with('customer', async ({ id }) => {
            const { canCreate, limit } = await tenants.canCreate(id);
            if (!canCreate) throw new Error('Новому владельцу нельзя создать ни одного заведения');
            return { message: `Можно создать заведений: ${limit}` };
          }),
      },
      {
        name: 'Заведение целиком',
        description: 'Создаёт заведение test-…, открывает его по адресу, входит, добавляет позицию и удаляет',
        purpose: 'Так начинает каждый новый владелец',
        run: make,
      },
    ],
  };
}
