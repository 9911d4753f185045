/** Styles of a bottom sheet that is only as high as its content. */
export const fromBelow = {
  inner: { alignItems: 'flex-end' },
  content: {
    height: 'auto',
    maxHeight: '94dvh',
    borderRadius: 'var(--mantine-radius-lg) var(--mantine-radius-lg) 0 0',
  },
};
