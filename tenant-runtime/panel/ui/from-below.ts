/** A sheet from the lower edge is only as high as what it holds. */
export const fromBelow = {
  inner: { alignItems: 'flex-end' },
  content: {
    height: 'auto',
    maxHeight: '94dvh',
    borderRadius: 'var(--mantine-radius-lg) var(--mantine-radius-lg) 0 0',
  },
};
