import * as yup from 'yup';
import { trueOrFalse } from './fields.ts';
import { manyNames, searched } from './list-filters.ts';

export const imageSorts = ['id', 'repository', 'tag', 'size', 'created_at'] as const;

export const imageFilterSchema = yup.object({
  id: manyNames(),
  /** Searches in the repository, the tag and the id. */
  ...searched,
});

/** `pull` asks the registry for a newer base. */
export const imageBuildSchema = yup.object({ pull: trueOrFalse('pull').default(false) });
