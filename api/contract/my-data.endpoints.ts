import { flag, integer, listOf, oneOf, record, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { invoiceSchema } from './billing.endpoints.ts';
import type { BillingPeriod, SubscriptionStatus } from './billing.ts';
import { deleteAccountSchema } from './my-data.ts';
import type { TenantStatus } from './provision.ts';

const profileSchema = yup.object({
  id: integer(),
  username: text(),
  email: text(),
  email_verified: flag(),
  first_name: text(),
  last_name: text(),
  company_name: text().nullable(),
  phone: text().nullable(),
  role: oneOf(['admin', 'customer']),
  status: text(),
  created_at: time(),
  updated_at: time(),
});

/** The fields that the page shows; the export holds every column. */
interface ExportedSubscription {
  plan: { displayName: string; name: string };
  status: SubscriptionStatus;
  billing_period: BillingPeriod;
  current_period_end: string | null;
}

interface ExportedTenant {
  id: string;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  created_at: string;
  /** The tenant's data as a workbook, a path from the API's root; null when the tenant no longer exists. */
  workbook: string | null;
  /** The archive for leaving: the workbook and the complete data; null when the tenant no longer exists. */
  archive: string | null;
}

/** The rows of one table. */
const rows = () => listOf(record());

/** Every list is complete; sums are in roubles. */
const exportedDataSchema = yup.object({
  profile: profileSchema,
  subscription: yup.mixed<ExportedSubscription>().nullable().defined(),
  tenants: listOf(yup.mixed<ExportedTenant>().defined()),
  export_date: time(),
  export_reason: text(),
  /** Null dates for an account that the installation itself has made. */
  consent: yup.object({ given_at: time().nullable(), withdrawn_at: time().nullable() }),
  invoices: listOf(invoiceSchema),
  unopened_tenants: rows(),
  payments: rows(),
  payment_methods: rows(),
  identities: rows(),
  sessions: rows(),
  totp_factors: rows(),
  passkeys: rows(),
  recovery_codes: rows(),
  sign_in_questions: rows(),
  links: rows(),
  subscription_periods: rows(),
  balance: rows(),
  subscription_events: rows(),
  notices: rows(),
  refunds: rows(),
  campaign_letters: rows(),
  mail_preferences: rows(),
  security_events: rows(),
  preferences: rows(),
  provisions: rows(),
  proposals: rows(),
  matches: rows(),
  letters: rows(),
  activity: rows(),
});
export type ExportedData = yup.InferType<typeof exportedDataSchema>;

export const myDataEndpoints = defineEndpoints({
  'GET /api/auth/export-data': {
    summary: 'All that is kept about the caller',
    access: 'user',
    answer: exportedDataSchema,
  },
  'GET /api/auth/export-data/tenants/:id.xlsx': {
    summary: 'What a venue of the caller holds, as a workbook',
    access: 'user',
    content: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'GET /api/auth/export-data/tenants/:id.zip': {
    summary: 'The same with the complete data, from which another venue can be opened, here or elsewhere',
    access: 'user',
    content: 'application/zip',
  },
  'DELETE /api/auth/delete-account': { summary: 'Delete the account', access: 'user', body: deleteAccountSchema },
  'POST /api/auth/withdraw-consent': {
    summary: 'Withdraw the consent',
    access: 'user',
    answer: yup.object({ message: text() }),
  },
});
