import { text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { setOwnDomainSchema } from './own-domains.ts';

export const ownDomainSchema = yup.object({
  name: text(),
  /** When its certificate ends; null before there is one. */
  certificate_until: time().nullable(),
  /** Why the last order of a certificate failed. */
  problem: text().nullable(),
});
export type OwnDomain = yup.InferType<typeof ownDomainSchema>;

export const ownDomainEndpoints = defineEndpoints({
  'GET /api/admin/tenants/:id/domain': {
    summary: "A venue's own domain and its certificate",
    access: 'admin',
    answer: yup.object({ domain: ownDomainSchema.nullable() }),
  },
  /** A certificate is ordered at once where the platform keeps the sites of nginx. */
  'PUT /api/admin/tenants/:id/domain': {
    summary: 'Give a venue a domain of its own, or take it away',
    access: 'admin',
    body: setOwnDomainSchema,
    answer: yup.object({ message: text(), domain: ownDomainSchema.nullable() }),
  },
});
