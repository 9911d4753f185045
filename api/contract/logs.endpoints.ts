import { listOf, oneOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { lastLinesSchema, logFilterSchema, logLevelNames, logSorts } from './logs.ts';

const logEntrySchema = yup.object({
  /** Whose log it is in, its place in time, and which of the lines of that moment it is. */
  id: text(),
  at: time(),
  level: oneOf(logLevelNames),
  message: text(),
  /** The id of the tenant whose log it is in; null for the platform's. */
  tenant: text().nullable(),
  subdomain: text().nullable(),
  request: text().nullable(),
  /** The login in the venue, or the e-mail at the platform; the id where neither is known. */
  user: text().nullable(),
  /** The line as it was written, perhaps cut short. */
  line: text(),
});
export type LogEntry = yup.InferType<typeof logEntrySchema>;

export const logsEndpoints = defineEndpoints({
  /** The total is of what was read: `isMore` says that the search ended before all was. */
  'GET /api/admin/logs': {
    summary: "Lines of a venue's log, of the platform's own, or of all",
    access: 'admin',
    query: lastLinesSchema,
    list: {
      rows: 'entries',
      sorts: logSorts,
      sort: 'at',
      order: 'desc',
      limit: 100,
      windows: true,
      filter: logFilterSchema,
    },
    answer: yup.object({
      entries: listOf(logEntrySchema),
      /** The cursor of the lines that follow; null at the end. */
      next: text().nullable(),
      lines: listOf(text()).optional().default(undefined),
    }),
  },
});
