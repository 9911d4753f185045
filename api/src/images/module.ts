import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Activity } from '../activity/activity.service.ts';
import { imagesRoutes } from './images.routes.ts';
import { createImages, type ImageHost } from './images.service.ts';

/** The images that tenants run from. */
export const createImagesModule = (deps: { db: Knex; host: ImageHost; activity: Activity }) => ({
  routes: [imagesRoutes(createImages(deps))],
});
