import * as yup from 'yup';

/**
 * The requests between platform and tenant: HTTP with `Authorization: Bearer <the tenant's internal secret>`,
 * on paths that the ingress never exposes. What the tenant answers is in internal.endpoints.ts.
 *
 * Platform: GET  /internal/catalogue/:ean → {success, alias, codes} or 404; the other codes of the product
 *           POST /internal/bot-state {state} → {success}; the tenant found its token revoked, or valid again
 *           POST /internal/order-letters {to, reply_to, key, number, note, lines} → {success}; a letter to a supplier
 *           POST /internal/max/bot<token>/<method>, GET /internal/max/file/bot<token>/<path>: the Bot API, as far as the
 *           bot uses it, over MAX; the token is a constant, and the tenant is known by its secret
 *           GET  /internal/bot-state → {success, state, since, max: {state, since} or null}; the state of the tokens, as the
 *           platform has seen it last
 *           CONNECT host:port, with Basic credentials of the tenant's id and secret in Proxy-Authorization: 200 and a
 *           connection to that server, or x-egress-error with the code of why not
 */
export const updatesSchema = yup.object({
  updates: yup
    .array()
    .of(
      // `mixed` is used because an object's schema would strip all of an update but the keys it names.
      yup
        .mixed<{ update_id: number }>((value): value is { update_id: number } =>
          Number.isSafeInteger((value as { update_id?: unknown } | null)?.update_id),
        )
        .required(),
    )
    .max(100)
    .required(),
  /** The generation of the bot in Telegram that received the updates; a tenant with a newer bot does not accept them. */
  generation: yup.number().integer().min(0),
});

/** The platform makes updates of MAX into the shape of Telegram's. */
export const maxUpdatesSchema = updatesSchema.pick(['updates']);

export const setAdminSchema = yup.object({
  username: yup.string().required().min(1).max(64),
  password: yup.string().required().min(6).max(200),
});

export const adminLinkSchema = setAdminSchema.pick(['username']);

/**
 * The facts about a bottle in the platform's catalogue that a tenant weighs by; null means that the catalogue does not
 * know it.
 */
export const aliasesSchema = yup.object({
  aliases: yup
    .array()
    .of(
      yup.object({
        /** The barcode in the form that tenants store. */
        ean: yup.string().required(),
        volume_ml: yup.number().nullable().defined(),
        weight_empty_g: yup.number().nullable().defined(),
        weight_full_g: yup.number().nullable().defined(),
        density_g_per_ml: yup.number().nullable().defined(),
      }),
    )
    .max(10_000)
    .required(),
});
export type SentAlias = yup.InferType<typeof aliasesSchema>['aliases'][number];

const itemId = () => yup.number().integer().min(1).max(2_147_483_647).required();

/** Which product of the catalogue each item is, and what the catalogue knows of these products. */
export const matchesSchema = aliasesSchema.shape({
  matches: yup
    .array()
    .of(
      yup.object({
        id: itemId(),
        /** The product's barcode in the form that tenants store; null where the catalogue does not have the product. */
        ean: yup.string().nullable().defined(),
      }),
    )
    .max(10_000)
    .required(),
});
export type SentMatches = yup.InferType<typeof matchesSchema>;

export const itemIdsSchema = yup.object({ ids: yup.array().of(itemId()).max(10_000).required() });
export const unmatchSchema = itemIdsSchema;

const count = () => yup.number().integer().min(0).required();
const shortText = () => yup.string().max(200).defined();
const moment = () => yup.string().max(40).defined();

/** What a tenant is asked to make way for; another instance serves its open sockets as well. */
export const idleQuestionSchema = yup.object({
  for: yup
    .string()
    .oneOf(['sleep', 'switch'] as const)
    .required(),
});

/** Whether a tenant may sleep, and what it is busy with where it may not. */
export const idleAnswerSchema = yup.object({
  idle: yup.boolean().required(),
  busy: yup.string().oneOf(['requests', 'sockets', 'schedule']),
});

export const tenantStatsSchema = yup
  .object({
    userCount: count(),
    itemCount: count(),
    changeCount: count(),
    lastChangeAt: yup.string().max(40).defined().nullable(),
    /** Absent if it was not requested, or if the tenant's release does not have it. */
    counts: yup
      .object({
        /** The count closed last; money is in roubles, and the shortage is never above zero. */
        last: yup
          .object({
            title: shortText(),
            closedAt: moment(),
            shortage: yup.number().defined(),
            surplus: yup.number().defined(),
            /** Lines that differ and have no cost, which are in no sum. */
            withoutCost: count(),
          })
          .nullable()
          .defined()
          .default(null),
        open: yup
          .object({
            title: shortText(),
            openedAt: moment(),
            lines: count(),
            counted: count(),
            /** The users who have entered something in the last minutes. */
            people: yup.array().of(shortText().required()).max(20).required(),
          })
          .nullable()
          .defined()
          .default(null),
      })
      .optional()
      .default(undefined),
  })
  .required();
export type TenantStats = yup.InferType<typeof tenantStatsSchema>;
export type VenueCounts = NonNullable<TenantStats['counts']>;

/** How many items use one of the aliases sent, and how many of these were changed by them. */
export const takenAliasesSchema = yup.object({ used: count(), updated: count() }).required();
export type TakenAliases = yup.InferType<typeof takenAliasesSchema>;

/** The items that were matched, or are not matched any more; those that no longer exist are left out. */
export const matchedItemsSchema = yup.object({ ids: yup.array().of(itemId()).required() }).required();

/** The environment in which a tenant process is started; it knows nothing else about the platform. */
export const tenantEnvSchema = yup.object({
  TENANT_ID: yup.string().required(),
  VENUE_NAME: yup.string().required(),
  TIMEZONE: yup.string().default('Europe/Moscow'),
  PORT: yup.number().integer().min(0).max(65_535).default(0),
  HOST: yup.string().default('127.0.0.1'),
  DATABASE_URL: yup.string().required(),
  /** The secret that signs its users' tokens (through a derived key) and guards /internal/*. */
  INTERNAL_SECRET: yup.string().min(32).required(),
  BOT_TOKEN: yup.string(),
  BOT_USERNAME: yup.string(),
  /** Raised with every new bot of the tenant. */
  BOT_GENERATION: yup.number().integer().min(0).default(0),
  /** The address at which users write to the bot. */
  BOT_URL: yup.string(),
  TELEGRAM_API_ROOT: yup.string().url(),
  /** The address at which users write to the bot in MAX; absent where the tenant has none. */
  MAX_BOT_URL: yup.string(),
  PLATFORM_URL: yup.string(),
  /** The tenant's public address, for links in chat messages. */
  PUBLIC_URL: yup.string(),
  MAX_USERS: yup.number().integer().min(0).default(0),
  /** The limit of the owner's plan; 0 means no limit. */
  MAX_STORAGE_MB: yup.number().integer().min(0).default(0),
  POSTER_API_ROOT: yup.string().default('https://joinposter.com/api'),
  LOG_LEVEL: yup.string().default('info'),
  /** Set for an instance beside another one, which it is to take over from when it is told to. */
  STANDBY: yup.boolean().default(false),
});
export type TenantEnv = yup.InferType<typeof tenantEnvSchema>;
