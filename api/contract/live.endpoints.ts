import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';

export const liveEndpoints = defineEndpoints({
  'GET /api/admin/events': {
    summary: 'What changes, as it changes: a stream',
    access: 'admin',
    content: 'text/event-stream',
  },
});
