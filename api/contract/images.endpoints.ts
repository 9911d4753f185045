import { flag, integer, listOf, text, time } from '@ostatok/kit/contract/answers.ts';
import { defineEndpoints } from '@ostatok/kit/contract/endpoint.ts';
import * as yup from 'yup';
import { imageFilterSchema, imageSorts } from './images.ts';

const hostImageSchema = yup.object({
  id: text(),
  repository: text(),
  tag: text(),
  /** In bytes. */
  size: integer(),
  created_at: time(),
  /** Tenants run from it or the next one will, so it can't be deleted. */
  in_use: flag(),
});
export type HostImage = yup.InferType<typeof hostImageSchema>;

export const imageEndpoints = defineEndpoints({
  'GET /api/admin/images': {
    summary: "The host's images",
    access: 'admin',
    list: { rows: 'images', sorts: imageSorts, sort: 'created_at', order: 'desc', filter: imageFilterSchema },
    answer: yup.object({ images: listOf(hostImageSchema) }),
  },
  /** Answers 409 `image_in_use`. */
  'DELETE /api/admin/images/:id': {
    summary: 'Delete an image for good',
    access: 'admin',
    answer: yup.object({ message: text() }),
  },
});
