interface PictureProps {
  name: 'panel' | 'report' | 'chat' | 'scanner';
  /** The screenshot's size in CSS pixels; the files have twice the density. */
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

/** Lists two sizes for wide screenshots, because a phone has no use for the larger one. */
function sourcesOf(name: string, scheme: string, type: string, width: number): string {
  const file = (suffix: string) => `/pictures/${name}-${scheme}${suffix}.${type}`;
  return width > 800 ? `${file('-small')} 800w, ${file('')} 1600w` : `${file('')} 780w`;
}

/** A screenshot of the product in the user's colour scheme. */
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
