import { flag, integer, listOf, number, oneOf, text } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

export const publicPlanSchema = yup.object({
  id: integer(),
  name: text(),
  display_name: text(),
  description: text(),
  /** In roubles, as a string. */
  price_monthly: text().nullable(),
  price_yearly: text().nullable(),
  discount_percent: number(),
  features: listOf(yup.object({ text: text(), order: number() })),
  is_featured: flag(),
});
export type PublicPlan = yup.InferType<typeof publicPlanSchema>;

/** The free plan and its limits. */
const freePlanSchema = yup.object({
  id: integer(),
  name: text(),
  display_name: text(),
  max_instances: integer(),
  max_users_per_instance: integer(),
});
export type FreePlan = yup.InferType<typeof freePlanSchema>;

const statsSchema = yup.object({ clientCount: integer(), productCount: integer() });
export type PublicStats = yup.InferType<typeof statsSchema>;

/** The installation's data that pages need before anybody signs in. */
const configSchema = yup.object({
  /** Tenants live at `{subdomain}.{baseDomain}`, which includes the port where it is not the default one. */
  baseDomain: text(),
  providers: listOf(oneOf(['yandex', 'github'])),
  /** Whether a plan can be paid for here. */
  payments: flag(),
  /** Whether venues may share a bot in MAX. */
  maxShared: flag(),
  /** The support's e-mail address. */
  supportEmail: text(),
  /** The seller for the company's page; null where it is not configured. */
  company: yup.object({
    name: text().nullable(),
    inn: text().nullable(),
    address: text().nullable(),
    phone: text().nullable(),
  }),
  /** Which of the built-in stand-ins exist. */
  sandbox: yup.object({ chat: flag(), max: flag(), mail: flag(), payments: flag() }),
});
export type PublicConfig = yup.InferType<typeof configSchema>;

export const publicEndpoints = defineEndpoints({
  'GET /api/public/plans': {
    summary: 'The price list',
    access: 'anyone',
    answer: yup.object({ plans: listOf(publicPlanSchema), free: freePlanSchema.nullable() }),
  },
  'GET /api/public/stats': {
    summary: 'How many there are',
    access: 'anyone',
    answer: yup.object({ stats: statsSchema }),
  },
  'GET /api/public/config': { summary: 'What this installation offers', access: 'anyone', answer: configSchema },
});
