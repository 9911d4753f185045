export interface PublicPlan {
  id: number;
  name: string;
  display_name: string;
  description: string;
  /** Roubles, as a string. */
  price_monthly: string | null;
  price_yearly: string | null;
  discount_percent: number;
  features: { text: string; order: number }[];
  is_featured: boolean;
}

/** What costs nothing, and how far it goes. */
export type FreePlan = Pick<PublicPlan, 'id' | 'name' | 'display_name'> & {
  max_instances: number;
  max_users_per_instance: number;
};

/** GET /api/public/config: what a page must know of the installation before anybody signs in. */
export interface PublicConfig {
  success: true;
  /** Tenants live at `{subdomain}.{baseDomain}`; with the port where it is not the usual one. */
  baseDomain: string;
  providers: ('yandex' | 'github')[];
  /** Whether a plan can be paid for here. */
  payments: boolean;
  /** Where to write to people. */
  supportEmail: string;
  /** The seller, for the company's page; null is not told yet. */
  company: { name: string | null; inn: string | null; address: string | null; phone: string | null };
  /** Which of the built-in stand-ins are there. */
  sandbox: { chat: boolean; mail: boolean; payments: boolean };
}
