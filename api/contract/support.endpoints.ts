import { text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { supportSessionSchema } from './provision.ts';

export const supportEndpoints = defineEndpoints({
  /** A link for one use within two minutes opens the venue for an hour; the venue and its owner see who came and why. */
  'POST /api/admin/tenants/:id/support-session': {
    summary: 'Sign in to it for a time, with a reason; its owner is told',
    access: 'admin',
    body: supportSessionSchema,
    answer: yup.object({ url: text(), expires_at: time() }),
  },
});
