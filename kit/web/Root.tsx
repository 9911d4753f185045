import './mantine-base.ts';
import '@fontsource-variable/manrope/wght.css';
import './base.css';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { Toasts } from './Toasts.tsx';
import { cssVariablesResolver, theme } from './theme.ts';

/** What every page of ours stands in: the theme in the reader's own colour scheme, the type and the toasts. */
export function Root({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      <Toasts />
    </MantineProvider>
  );
}
