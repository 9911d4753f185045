import { DEFAULT_THEME, deepMerge, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import type { Plugin } from 'vite';
import { cssVariablesResolver, theme } from '../kit/web/theme.ts';

const ID = 'virtual:site-tokens.css';
const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const tokens = deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged));

/** The public pages are drawn with these; the shades are the component library's. */
const isToken = (name: string): boolean =>
  name.startsWith('--ostatok-') ||
  /^--mantine-(font-size|font-family|line-height|spacing|radius|shadow)\b/.test(name) ||
  /^--mantine-color-(body|text|dimmed|default-border|error|teal-filled|teal-filled-hover|teal-light)$/.test(name);

const rules = (values: Record<string, string>): string =>
  Object.entries(values)
    .filter(([name]) => isToken(name))
    .map(([name, value]) => `${name}:${value.replaceAll('var(--mantine-scale)', '1')};`)
    .join('');

/** The values that the rest refers to, written out: the shades themselves do not come along. */
function resolved(values: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = { ...tokens.variables, ...values };
  const write = (value: string): string =>
    value.replace(/var\((--mantine-color-[\w-]+)\)/g, (whole, name) => (all[name] ? write(all[name]) : whole));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));
}

/** `virtual:site-tokens.css`: the one theme as plain CSS, for pages that do without the component library. */
export function siteTokens(): Plugin {
  return {
    name: 'site-tokens',
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) =>
      id === `\0${ID}`
        ? `:root{${rules(tokens.variables)}${rules(resolved(tokens.light))}}
@media (prefers-color-scheme:dark){:root{${rules(resolved(tokens.dark))}}}`
        : undefined,
  };
}
