import { cssVariablesResolver, theme } from '@ostatok/kit/web/theme.ts';

type Colors = Record<string, readonly string[]>;

/** The same key as the panel's, so that the colour scheme chosen there applies here. */
const SCHEME_KEY = 'mantine-color-scheme-value';

const block = (selector: string, variables: Record<string, string>): string =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

/** The theme's CSS variables without Mantine itself, which would be half of all bytes that a phone loads. */
function tokens(): string {
  const { teal = [], red = [], amber = [], gray = [], dark = [] } = theme.colors as Colors;
  const { variables, light, dark: night } = cssVariablesResolver(theme as Parameters<typeof cssVariablesResolver>[0]);
  const sizes = Object.entries(theme.radius ?? {}).map(([name, value]) => [`--mantine-radius-${name}`, value]);
  return [
    block(':root', {
      ...variables,
      ...Object.fromEntries(sizes),
      '--mantine-shadow-lg': theme.shadows?.lg ?? 'none',
      '--mantine-primary-color-filled': teal[7] ?? '',
      '--scanner-primary-pressed': teal[8] ?? '',
      '--scanner-danger': red[7] ?? '',
    }),
    block(':root[data-mantine-color-scheme="light"]', {
      '--mantine-color-text': theme.black ?? '',
      '--scanner-warm-line': amber[5] ?? '',
      '--scanner-key': gray[1] ?? '',
      ...light,
    }),
    block(':root[data-mantine-color-scheme="dark"]', {
      '--mantine-color-text': dark[0] ?? '',
      '--scanner-warm-line': amber[8] ?? '',
      '--scanner-key': dark[5] ?? '',
      ...night,
    }),
  ].join('\n');
}

function schemeNow(night: boolean): 'light' | 'dark' {
  const chosen = localStorage.getItem(SCHEME_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return night ? 'dark' : 'light';
}

/** Applies the colours and sizes, by the phone's colour scheme or the one chosen in the panel. */
export function layGround(): void {
  const style = document.createElement('style');
  style.textContent = tokens();
  document.head.append(style);
  const night = matchMedia('(prefers-color-scheme: dark)');
  const apply = (): void => {
    document.documentElement.dataset.mantineColorScheme = schemeNow(night.matches);
  };
  night.addEventListener('change', apply);
  window.addEventListener('storage', apply);
  apply();
}
