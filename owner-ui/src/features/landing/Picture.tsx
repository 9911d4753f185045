interface PictureProps {
  name: 'panel' | 'report' | 'chat' | 'scanner';
  /** Pixels at which it was taken; the files are twice as dense. */
  width: number;
  height: number;
  alt: string;
}

const DARK = '(prefers-color-scheme: dark)';
const schemes = [
  { scheme: 'dark', media: DARK },
  { scheme: 'light', media: undefined },
] as const;
const types = ['avif', 'webp'] as const;

/** Wide screens come in two sizes: a phone has no use for the larger. */
function sourcesOf(name: string, scheme: string, type: string, width: number): string {
  const file = (suffix: string) => `/pictures/${name}-${scheme}${suffix}.${type}`;
  return width > 800 ? `${file('-small')} 800w, ${file('')} 1600w` : `${file('')} 780w`;
}

/** A photograph of the product in the reader's own colour scheme. */
export function Picture({ name, width, height, alt }: PictureProps) {
  const sizes = width > 800 ? '(min-width: 62em) 60rem, 100vw' : '20rem';
  return (
    <picture>
      {schemes.flatMap(({ scheme, media }) =>
        types.map((type) => (
          <source
            key={scheme + type}
            media={media}
            type={`image/${type}`}
            srcSet={sourcesOf(name, scheme, type, width)}
            sizes={sizes}
          />
        )),
      )}
      <img
        src={`/pictures/${name}-light.webp`}
        width={width}
        height={height}
        alt={alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}
