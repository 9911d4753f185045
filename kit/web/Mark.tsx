import { useId } from 'react';

interface MarkProps {
  /** In pixels. */
  size?: number;
  /** From 0 to 1; the logo itself is filled to seven tenths. */
  fill?: number;
  /** With a label the mark has a text for screen readers; otherwise it is decorative. */
  label?: string;
}

const INNER = 17.5;

/** The logo: a glass seen from the side in a circle. It also shows progress: the level rises with `fill`. */
export function Mark({ size = 32, fill = 0.7, label }: MarkProps) {
  const clip = useId();
  const level = Math.min(1, Math.max(0, fill));
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      style={{ flex: 'none', display: 'block' }}
      role="img"
      aria-label={label}
      aria-hidden={!label}
    >
      <clipPath id={clip}>
        <circle cx="24" cy="24" r={INNER} />
      </clipPath>
      <circle cx="24" cy="24" r="21.75" stroke="var(--ostatok-ring)" strokeWidth="3.5" />
      <g clipPath={`url(#${clip})`}>
        <rect
          x="0"
          y={24 - INNER}
          width="48"
          height={INNER * 2}
          fill="var(--ostatok-alive)"
          style={{
            transform: `translateY(${(1 - level) * INNER * 2}px)`,
            transition: 'transform var(--ostatok-motion)',
          }}
        />
      </g>
    </svg>
  );
}
