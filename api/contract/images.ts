import * as yup from 'yup';
import { manyNames, searched } from './list-filters.ts';

export const imageSorts = ['id', 'repository', 'tag', 'size', 'created_at'] as const;

export const imageFilterSchema = yup.object({
  id: manyNames(),
  /** Searches in the repository, the tag and the id. */
  ...searched,
});
