import { flag, integer, listOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { imageBuildSchema, imageFilterSchema, imageSorts } from './images.ts';
import { operationSchema } from './operations.endpoints.ts';

const hostImageSchema = yup.object({
  id: text(),
  repository: text(),
  tag: text(),
  /** In bytes. */
  size: integer(),
  created_at: time(),
  /** Tenants run from it or the next one will, so it can't be deleted. */
  in_use: flag(),
  /** Tenants that start take it, unless they keep to another. */
  is_default: flag(),
  /** How many tenants last ran it or keep to it. */
  tenants: integer(),
  /** Present when no tenant takes it any more: since when, and why. */
  stopped: yup.object({ at: time(), reason: text() }).optional().default(undefined),
});
export type HostImage = yup.InferType<typeof hostImageSchema>;

export const imageEndpoints = defineEndpoints({
  'GET /api/admin/images': {
    summary: "The host's images",
    access: 'admin',
    list: { rows: 'images', sorts: imageSorts, sort: 'created_at', order: 'desc', filter: imageFilterSchema },
    answer: yup.object({ images: listOf(hostImageSchema) }),
  },
  'POST /api/admin/images/build': {
    summary: 'Build the image of the release that this platform brings anew; pull asks the registry for a newer base',
    access: 'admin',
    body: imageBuildSchema,
    answer: yup.object({ message: text(), operation: operationSchema }),
  },
  'POST /api/admin/images/:id/use': {
    summary: 'Let tenants that start take this release; those that could not run it may try again',
    access: 'admin',
    answer: yup.object({ message: text(), image: hostImageSchema }),
  },
  /** `image` null lets it follow the release of all again. It counts from the tenant's next start or update on. */
  'POST /api/admin/tenants/:id/pin': {
    summary: 'Keep a tenant to a release',
    access: 'admin',
    body: yup.object({ image: yup.string().min(2).max(80).nullable().defined() }),
    answer: yup.object({ message: text(), release: text().nullable() }),
  },
  /** Answers 409 `image_in_use`. */
  'DELETE /api/admin/images/:id': {
    summary: 'Delete an image for good',
    access: 'admin',
    answer: yup.object({ message: text() }),
  },
});
