import type { Operations } from '../operations/operations.service.ts';
import type { Releases } from '../releases/releases.service.ts';
import { imagesRoutes } from './images.routes.ts';
import { createImages, type ImagesDeps } from './images.service.ts';

interface ImagesModuleDeps extends ImagesDeps {
  releases: Releases;
  operations: Pick<Operations, 'define' | 'start' | 'waitFor'>;
}

/** The images that tenants run from. */
export const createImagesModule = (deps: ImagesModuleDeps) => ({
  routes: [imagesRoutes(createImages(deps), deps.releases, deps.operations)],
});
