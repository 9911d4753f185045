import type { Theme } from '@mui/material';
import { theme as tokens } from '@ostatok/kit/web/theme.ts';
import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

type ColorName = 'teal' | 'amber' | 'red' | 'gray' | 'dark';

/** The shade of a theme colour, from 0 to 9. */
function shade(name: ColorName, index: number): string {
  const color = tokens.colors?.[name]?.[index];
  if (!color) throw new Error(`no colour ${name} ${index}`);
  return color;
}

const INK = tokens.black ?? '';
const PAPER = '#fbfaf7';

/** The product's design tokens as a Material UI theme. */
function themeOf(mode: 'light' | 'dark'): RaThemeOptions {
  const light = mode === 'light';
  const line = light ? shade('gray', 2) : shade('dark', 5);
  const surface = light ? '#ffffff' : shade('dark', 6);
  const base = light ? defaultLightTheme : defaultDarkTheme;
  return {
    ...base,
    palette: {
      mode,
      primary: light
        ? { main: shade('teal', 7), contrastText: '#ffffff' }
        : { main: shade('teal', 4), contrastText: INK },
      secondary: light ? { main: INK, contrastText: '#ffffff' } : { main: shade('dark', 0), contrastText: INK },
      error: { main: light ? shade('red', 7) : shade('red', 3) },
      warning: { main: light ? shade('amber', 9) : shade('amber', 4) },
      success: { main: light ? shade('teal', 7) : shade('teal', 4) },
      background: { default: light ? PAPER : shade('dark', 7), paper: surface },
      text: light
        ? { primary: INK, secondary: shade('gray', 6) }
        : { primary: shade('dark', 0), secondary: shade('dark', 2) },
      divider: line,
    },
    typography: {
      fontFamily: tokens.fontFamily,
      fontSize: 15,
      h6: { fontWeight: 700, letterSpacing: '-0.02em', '@media (max-width: 600px)': { fontSize: '1rem' } },
      button: { textTransform: 'none', fontWeight: 650 },
    },
    shape: { borderRadius: 12 },
    sidebar: { width: 220 },
    components: {
      ...base.components,
      MuiAppBar: {
        defaultProps: { elevation: 0, color: 'default' },
        styleOverrides: {
          root: { backgroundColor: surface, color: light ? INK : shade('dark', 0), borderBottom: `1px solid ${line}` },
        },
      },
      MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
      MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
      MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiButton: {
        defaultProps: { variant: 'text', disableElevation: true },
        styleOverrides: { root: { minHeight: 40 } },
      },
      MuiTableCell: {
        styleOverrides: {
          root: { borderColor: line, fontVariantNumeric: 'tabular-nums', height: 52 },
          head: { fontWeight: 650, color: light ? shade('gray', 6) : shade('dark', 2) },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { fontWeight: 700, fontSize: '1.15rem' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
      MuiChip: { styleOverrides: { root: { borderRadius: 8, fontWeight: 600 } } },
    },
  };
}

/** The CSS variables of the style sheets, from the same tokens. */
export function cssVariables({ palette }: Theme): Record<string, string> {
  const light = palette.mode === 'light';
  return {
    '--page': palette.background.default,
    '--surface': palette.background.paper,
    '--sunken': light ? shade('gray', 0) : shade('dark', 8),
    '--line': palette.divider,
    '--text': palette.text.primary,
    '--dim': palette.text.secondary,
    '--accent': palette.primary.main,
    '--on-accent': palette.primary.contrastText,
    '--hover': light ? shade('gray', 0) : shade('dark', 5),
    '--active': light ? shade('gray', 1) : shade('dark', 5),
    '--chosen': light ? shade('teal', 0) : '#1f3933',
    '--warm': light ? shade('amber', 1) : '#3d2f14',
    '--alive': shade('amber', 7),
    '--danger': palette.error.main,
    '--warning': palette.warning.main,
    '--ostatok-ring': palette.primary.main,
  };
}

export const lightTheme = themeOf('light');
export const darkTheme = themeOf('dark');
