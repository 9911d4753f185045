import type { Releases } from '../releases/releases.service.ts';
import { imagesRoutes } from './images.routes.ts';
import { createImages, type ImagesDeps } from './images.service.ts';

/** The images that tenants run from. */
export const createImagesModule = (deps: ImagesDeps & { releases: Releases }) => ({
  routes: [imagesRoutes(createImages(deps), deps.releases)],
});
