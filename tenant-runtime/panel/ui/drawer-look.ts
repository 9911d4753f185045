const surface = { backgroundColor: 'var(--ostatok-surface)' };

/** A sheet from an edge looks as the theme's dialogs do; from below it is only as high as what it holds. */
export const drawerLook = (fromBelow = false) => ({
  header: surface,
  title: { fontWeight: 700, fontSize: '1.25rem', lineHeight: 1.25 },
  content: {
    ...surface,
    ...(fromBelow
      ? { height: 'auto', maxHeight: '94dvh', borderRadius: 'var(--mantine-radius-lg) var(--mantine-radius-lg) 0 0' }
      : {}),
  },
  ...(fromBelow ? { inner: { alignItems: 'flex-end' } } : {}),
});
