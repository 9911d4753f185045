export interface PublicPlan {
  id: number;
  name: string;
  display_name: string;
  description: string;
  /** In roubles, as a string. */
  price_monthly: string | null;
  price_yearly: string | null;
  discount_percent: number;
  features: { text: string; order: number }[];
  is_featured: boolean;
}

/** The free plan and its limits. */
export type FreePlan = Pick<PublicPlan, 'id' | 'name' | 'display_name'> & {
  max_instances: number;
  max_users_per_instance: number;
};

/** GET /api/public/config: the installation's data that pages need before anybody signs in. */
export interface PublicConfig {
  success: true;
  /** Tenants live at `{subdomain}.{baseDomain}`, which includes the port where it is not the default one. */
  baseDomain: string;
  providers: ('yandex' | 'github')[];
  /** Whether a plan can be paid for here. */
  payments: boolean;
  /** The support's e-mail address. */
  supportEmail: string;
  /** The seller for the company's page; null where it is not configured. */
  company: { name: string | null; inn: string | null; address: string | null; phone: string | null };
  /** Which of the built-in stand-ins exist. */
  sandbox: { chat: boolean; mail: boolean; payments: boolean };
}
