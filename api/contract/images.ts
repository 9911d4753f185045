import * as yup from 'yup';
import { manyNames, searched } from './list-filters.ts';

/** GET /admin/images; DELETE /admin/images/:id → {success, message}, 409 `image_in_use` */
export interface HostImage {
  id: string;
  repository: string;
  tag: string;
  /** In bytes. */
  size: number;
  created_at: string;
  /** Tenants run from it or the next one will, so it can't be deleted. */
  in_use: boolean;
}

export const imageSorts = ['id', 'repository', 'tag', 'size', 'created_at'] as const;

export const imageFilterSchema = yup.object({
  id: manyNames(),
  /** Searches in the repository, the tag and the id. */
  ...searched,
});
