import * as yup from 'yup';

/**
 * What platform and tenant say to each other: HTTP with `Authorization: Bearer <the tenant's internal secret>`,
 * on paths that the ingress never exposes.
 *
 * Tenant:   POST /internal/updates   {updates: [Telegram's Update …]} → {success, taken}; 200 means: never send them again.
 *           POST /internal/admin     {username, password} → {success}; makes or renews the administrator, whose chat is untied; idempotent.
 *           POST /internal/admin/telegram-link {username} → {success, code}: ties the administrator's chat, once, within a day
 *           GET  /internal/stats     → {success, stats}; with ?with=counts also what its owner sees of its counts
 *           POST /internal/aliases   {aliases: [SentAlias …]} → {success, used, updated}; idempotent
 *           GET  /internal/export.xlsx → a workbook of all there is, for the venue's owner
 *           POST /internal/support, POST /internal/support/end: see support.ts
 *           POST /internal/stop      → {success}; finishes what it holds and ends
 * Platform: GET  /internal/catalogue/:ean → {success, alias} or 404
 *           POST /internal/bot-state {state} → {success}; the tenant saw its token revoked, or well again
 *           GET  /internal/bot-state → {success, state, since}; what whoever polls the bot knows of its token
 */
export const updatesSchema = yup.object({
  updates: yup
    .array()
    .of(
      // mixed: an object's schema would strip all of an update but the keys it names
      yup
        .mixed<{ update_id: number }>((value): value is { update_id: number } =>
          Number.isSafeInteger((value as { update_id?: unknown } | null)?.update_id),
        )
        .required(),
    )
    .max(100)
    .required(),
  /** Of the bot that they came to; a venue that has another one by now does not take them. */
  generation: yup.number().integer().min(0),
});

export const setAdminSchema = yup.object({
  username: yup.string().required().min(1).max(64),
  password: yup.string().required().min(6).max(200),
});

export const adminLinkSchema = setAdminSchema.pick(['username']);

/** Of a bottle in the global catalogue what a venue weighs by; null: the catalogue does not know. */
export const aliasesSchema = yup.object({
  aliases: yup
    .array()
    .of(
      yup.object({
        /** As venues write it. */
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

const count = () => yup.number().integer().min(0).required();
const shortText = () => yup.string().max(200).defined();
const moment = () => yup.string().max(40).defined();

export const tenantStatsSchema = yup
  .object({
    userCount: count(),
    itemCount: count(),
    changeCount: count(),
    lastChangeAt: yup.string().max(40).defined().nullable(),
    /** Missing where it was not asked for, and of a release that does not know it. */
    counts: yup
      .object({
        /** The one closed last; roubles, the shortage not above zero. */
        last: yup
          .object({
            title: shortText(),
            closedAt: moment(),
            shortage: yup.number().defined(),
            surplus: yup.number().defined(),
            /** Lines that differ and have no cost: no sum holds them. */
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
            /** Who has entered something in the last minutes. */
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

/** How many items use one of the aliases sent, and of these how many were changed by them. */
export const takenAliasesSchema = yup.object({ used: count(), updated: count() }).required();
export type TakenAliases = yup.InferType<typeof takenAliasesSchema>;

/** The environment a tenant process is started with: all it ever knows of the platform. */
export const tenantEnvSchema = yup.object({
  TENANT_ID: yup.string().required(),
  VENUE_NAME: yup.string().required(),
  TIMEZONE: yup.string().default('Europe/Moscow'),
  PORT: yup.number().integer().min(0).max(65_535).default(0),
  HOST: yup.string().default('127.0.0.1'),
  DATABASE_URL: yup.string().required(),
  /** Signs its users' tokens (through a derived key) and guards /internal/*. */
  INTERNAL_SECRET: yup.string().min(32).required(),
  BOT_TOKEN: yup.string(),
  BOT_USERNAME: yup.string(),
  /** Grows with every other bot that the venue gets. */
  BOT_GENERATION: yup.number().integer().min(0).default(0),
  /** Where people write to the bot. */
  BOT_URL: yup.string(),
  TELEGRAM_API_ROOT: yup.string().url(),
  PLATFORM_URL: yup.string(),
  /** Where the venue is seen from outside, for links in chat messages. */
  PUBLIC_URL: yup.string(),
  MAX_USERS: yup.number().integer().min(0).default(0),
  /** What the owner's plan names; 0: no limit. */
  MAX_STORAGE_MB: yup.number().integer().min(0).default(0),
  LOG_LEVEL: yup.string().default('info'),
});
export type TenantEnv = yup.InferType<typeof tenantEnvSchema>;
