import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { singlePress } from './single-press.ts';

/** Shade 7 is the design's accent: white text on it passes WCAG AA. */
const teal: MantineColorsTuple = [
  '#ecf7f5',
  '#d5eeea',
  '#afded7',
  '#82ccc2',
  '#52b6a9',
  '#2c9c8f',
  '#17877c',
  '#0f766e',
  '#0b5f59',
  '#084843',
];

/** For live elements: the level, the current count, the live dot. The text on it is always ink. */
const amber: MantineColorsTuple = [
  '#fef8ec',
  '#fcefd6',
  '#fae4bc',
  '#f8d79b',
  '#f6cb7d',
  '#f5bf62',
  '#f3b24b',
  '#f2a73b',
  '#d98a16',
  '#6b4104',
];

const red: MantineColorsTuple = [
  '#fcefee',
  '#f8dad7',
  '#f1b8b3',
  '#eb9b94',
  '#e58077',
  '#d4584d',
  '#c43a2f',
  '#b3261e',
  '#931e17',
  '#701610',
];

/** A neutral, slightly warm grey. */
const gray: MantineColorsTuple = [
  '#f6f4ee',
  '#efece4',
  '#e5e1d6',
  '#d6d1c4',
  '#bdb7a9',
  '#78736a',
  '#5e5a51',
  '#4b473f',
  '#35322c',
  '#221f1b',
];

/** Green-black shades for the dark scheme, from text (0) to the deepest background (9). */
const dark: MantineColorsTuple = [
  '#e8edea',
  '#c5cec9',
  '#a3afa9',
  '#83908a',
  '#36443e',
  '#26322d',
  '#1a2420',
  '#111916',
  '#0c1310',
  '#080d0b',
];

const families = "'Manrope Variable', Manrope, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

const dialog = {
  transitionProps: { duration: 150 },
  closeButtonProps: { 'aria-label': 'Закрыть' },
  // the second press of a double one would close what the first has just opened
  overlayProps: singlePress,
};
const dialogStyles = {
  content: { backgroundColor: 'var(--ostatok-surface)' },
  header: { backgroundColor: 'var(--ostatok-surface)' },
  title: { fontWeight: 700, fontSize: '1.25rem', lineHeight: 1.25 },
};

export const theme = createTheme({
  white: '#ffffff',
  black: '#14201c',
  colors: { teal, amber, red, gray, dark },
  primaryColor: 'teal',
  primaryShade: 7,
  autoContrast: true,
  fontFamily: families,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.6', xl: '1.65' },
  headings: {
    fontFamily: families,
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.25rem)', lineHeight: '1.15' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(20 32 28 / 6%)',
    sm: '0 1px 2px rgb(20 32 28 / 5%), 0 4px 12px rgb(20 32 28 / 5%)',
    md: '0 2px 4px rgb(20 32 28 / 5%), 0 12px 32px rgb(20 32 28 / 8%)',
    lg: '0 4px 8px rgb(20 32 28 / 6%), 0 24px 56px rgb(20 32 28 / 12%)',
  },
  components: {
    Button: { defaultProps: { size: 'md', ...singlePress } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: {
      defaultProps: {
        size: 'md',
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Показать пароль' },
      },
    },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md', hideControls: true } },
    Checkbox: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'gray' } },
    Badge: { defaultProps: { radius: 'sm', variant: 'light' }, styles: { label: { textTransform: 'none' } } },
    Paper: { styles: { root: { backgroundColor: 'var(--ostatok-surface)' } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Modal: { defaultProps: { ...dialog, centered: true, radius: 'lg' }, styles: dialogStyles },
    Drawer: { defaultProps: { ...dialog, position: 'right', size: 'lg' }, styles: dialogStyles },
  },
});

/** Variables for which Mantine has no name, and neutral colours whose Mantine defaults fail WCAG AA. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--ostatok-alive': amber[7],
    '--ostatok-ink-on-alive': '#14201c',
    '--ostatok-on-filled': '#ffffff',
    '--ostatok-over-picture': '#14201c',
    '--ostatok-over-picture-pressed': dark[5],
  },
  light: {
    '--mantine-color-body': '#fbfaf7',
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': gray[5],
    '--mantine-color-default-border': gray[3],
    '--mantine-color-error': red[7],
    '--mantine-color-success': teal[7],
    '--mantine-color-disabled-color': gray[6],
    '--ostatok-surface': '#ffffff',
    '--ostatok-sunken': gray[0],
    '--ostatok-line': gray[2],
    '--ostatok-quantity': '#14201c',
    '--ostatok-warm': amber[1],
    '--ostatok-ring': teal[7],
    '--ostatok-accent-text': teal[7],
    '--ostatok-warning-text': amber[9],
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': dark[3],
    '--mantine-color-default-border': dark[4],
    '--mantine-color-error': red[3],
    '--mantine-color-success': teal[4],
    '--mantine-color-disabled-color': dark[2],
    '--mantine-color-red-text': red[3],
    '--mantine-color-teal-light': 'rgb(82 182 169 / 16%)',
    '--mantine-color-teal-light-hover': 'rgb(82 182 169 / 24%)',
    '--mantine-color-teal-light-color': teal[2],
    '--mantine-color-amber-light': 'rgb(242 167 59 / 14%)',
    '--mantine-color-amber-light-hover': 'rgb(242 167 59 / 22%)',
    '--mantine-color-amber-light-color': amber[2],
    '--mantine-color-red-light': 'rgb(229 128 119 / 16%)',
    '--mantine-color-red-light-hover': 'rgb(229 128 119 / 24%)',
    '--mantine-color-red-light-color': red[2],
    '--mantine-color-gray-light': 'rgb(214 209 196 / 12%)',
    '--mantine-color-gray-light-hover': 'rgb(214 209 196 / 18%)',
    '--mantine-color-gray-text': dark[1],
    '--mantine-color-gray-light-color': dark[0],
    '--ostatok-surface': dark[6],
    '--ostatok-sunken': dark[8],
    '--ostatok-line': dark[5],
    '--ostatok-quantity': '#ffffff',
    '--ostatok-warm': '#3d2f14',
    '--ostatok-ring': teal[4],
    '--ostatok-accent-text': teal[4],
    '--ostatok-warning-text': amber[4],
  },
});
