import * as yup from 'yup';
import type { UserRole } from './auth.ts';
import type { Invoice } from './billing.endpoints.ts';
import type { BillingPeriod, SubscriptionStatus } from './billing.ts';
import type { TenantStatus } from './provision.ts';

export const DELETION_WORD = 'УДАЛИТЬ';
/** Days after which a deleted account's data is erased. */
export const ACCOUNT_RETENTION_DAYS = 30;
/** Days after which a deleted tenant's data is erased. */
export const VENUE_RETENTION_DAYS = 7;
export const PAYMENT_RETENTION_YEARS = 5;
export const LOG_RETENTION_DAYS = 90;

export const deletionSchema = yup.object({
  word: yup
    .string()
    .typeError(`Введите "${DELETION_WORD}" для подтверждения`)
    .required(`Введите "${DELETION_WORD}" для подтверждения`)
    .oneOf([DELETION_WORD], `Введите "${DELETION_WORD}" для подтверждения`),
  password: yup.string().typeError('Введите пароль').max(200, 'Пароль слишком длинный'),
});

export interface ExportedTenant {
  id: string;
  subdomain: string;
  display_name: string;
  status: TenantStatus;
  created_at: string;
  /** The tenant's data as a workbook, a path from the API's root; null when the tenant no longer exists. */
  workbook: string | null;
}

/** GET /auth/export-data; every list is complete. */
export interface ExportedData {
  success: true;
  profile: {
    id: number;
    username: string;
    email: string;
    first_name: string;
    last_name: string;
    company_name: string | null;
    phone: string | null;
    role: UserRole;
    status: string;
    created_at: string;
    updated_at: string;
  };
  subscription: {
    plan: { displayName: string; name: string };
    status: SubscriptionStatus;
    billing_period: BillingPeriod;
    current_period_end: string | null;
  } | null;
  tenants: ExportedTenant[];
  export_date: string;
  export_reason: string;
  /** Data that the page does not show: everything else kept about the person, table by table. */
  invoices: Invoice[];
  payment_methods: { title: string; created_at: string }[];
  identities: { provider: string; email: string | null; created_at: string }[];
  sessions: { created_at: string; expires_at: string; remember: boolean }[];
  letters: { template: string; status: string; created_at: string }[];
  activity: { action: string; description: string; ip: string | null; at: string }[];
  /** Null dates for an account that the installation itself has made. */
  consent: { given_at: string | null; withdrawn_at: string | null };
  [more: string]: unknown;
}
