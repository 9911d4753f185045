import type { Express } from 'express';
import { emailTemplatesRoutes } from '../mail/templates.routes.ts';
import { campaignsRoutes, marketingRoutes } from './campaigns.routes.ts';
import { emailRoutes } from './email.routes.ts';
import type { EmailServices } from './email-services.ts';
import { unsubscribeRoutes } from './unsubscribe.routes.ts';

/** Behind the administrator's guard, except the unsubscribe link in every campaign's letter. */
export function mountEmail(app: Express, email: EmailServices, supportEmail: string): void {
  const { templates, campaigns, tests, unsubscribe } = email;
  app.use('/api/public/unsubscribe', unsubscribeRoutes(unsubscribe, supportEmail));
  app.use('/api/admin/email-templates', emailTemplatesRoutes(templates));
  app.use('/api/admin/email', emailRoutes(campaigns, templates, tests));
  app.use('/api/admin/marketing', marketingRoutes(campaigns));
  app.use('/api/admin/campaigns', campaignsRoutes(campaigns));
}
