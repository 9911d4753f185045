import type { HostImage } from '@ostatok/api/contract/images.ts';

/** A host that runs venues from images lists them; one that does not has none. */
export interface ImageHost {
  images?(): Promise<HostImage[]>;
}

export function createImages({ host }: { host: ImageHost }) {
  return {
    async list(): Promise<HostImage[]> {
      const images = (await host.images?.()) ?? [];
      return images.toSorted((a, b) => b.created_at.localeCompare(a.created_at));
    },
  };
}
export type Images = ReturnType<typeof createImages>;
