import { integer, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';

const archiveSchema = yup.object({
  /** To be sent with the order of a tenant, by whoever has uploaded it. */
  id: text(),
  /** The name and the subdomain of the tenant that it was made of. */
  name: text(),
  subdomain: text(),
  made_at: time(),
  kept_until: time(),
  items: integer(),
  changes: integer(),
  counts: integer(),
  people: integer(),
});
export type UploadedArchive = yup.InferType<typeof archiveSchema>;

export const archiveEndpoints = defineEndpoints({
  'POST /api/provision/archives': {
    summary: 'Check the archive of a venue and keep it for a day, so that a new venue can be opened from it',
    access: 'user',
    hasFile: true,
    status: 201,
    answer: yup.object({ archive: archiveSchema }),
  },
});

/** A leaving archive: a workbook for people and the complete data, without anything that lets somebody in. */
export const tenantArchiveEndpoints = defineEndpoints({
  'GET /api/admin/tenants/:id/archive.zip': {
    summary: 'All data of a venue in a file from which another one can be opened, here or elsewhere',
    access: 'admin',
    content: 'application/zip',
  },
});
