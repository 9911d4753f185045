import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import type { CatalogueMatch } from '@ostatok/api/contract/matching.endpoints.ts';
import type { Suite } from './suite.ts';

const SLOW_MS = 500;

interface CatalogParts {
  /** The alias changed last; undefined in an empty catalogue. */
  newest: () => Promise<Alias | undefined>;
  lookup: (code: string) => Promise<Alias>;
  search: (text: string) => Promise<CatalogueMatch[]>;
  counts: () => Promise<{ total: number; verified: number; categories: number; brands: number }>;
}

const together: [RegExp, string][] = [
  [/sh/g, 'ш'],
  [/ch/g, 'ч'],
  [/ya/g, 'я'],
  [/ph/g, 'ф'],
  [/th/g, 'т'],
];
const pairs = (from: string, to: string): Record<string, string> =>
  Object.fromEntries([...from].map((letter, at) => [letter, to[at] ?? '']));
const toCyrillic = { ...pairs('abcdefghiklmnopqrstuvwyz', 'абкдефгхиклмнопкрстуввиз'), j: 'дж', x: 'кс' };
const toLatin = { ...pairs('абвгдеёжзийклмнопрстуфхцыэ', 'abvgdeejziiklmnoprstufhcie'), ю: 'u', я: 'ia' };

/** Transliterates a name as somebody would type it in the other alphabet. */
export function inOtherScript(text: string): string {
  const lower = text.toLowerCase();
  const known: Record<string, string> = /[а-яё]/.test(lower) ? toLatin : toCyrillic;
  const joined = known === toCyrillic ? together.reduce((name, [from, to]) => name.replace(from, to), lower) : lower;
  const sounded = joined.replace(/дж/g, 'j').replace(/[щш]/g, 'sh').replace(/ч/g, 'ch').replace(/[ьъ]/g, '');
  return (known === toCyrillic ? joined : sounded).replace(/[a-zа-яё]/g, (letter) => known[letter] ?? letter);
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const began = performance.now();
  return { result: await work(), ms: Math.round(performance.now() - began) };
}

const slow = (ms: number): string | undefined => (ms > SLOW_MS ? `Медленно: больше ${SLOW_MS} мс` : undefined);
const EMPTY = { message: 'Каталог пуст: искать нечего', warning: 'Добавьте алиасы или загрузите их из таблицы' };

/** Checks the catalogue as owners and scanners use it. */
export function catalogSuite({ newest, lookup, search, counts }: CatalogParts): Suite {
  async function byName(textOf: (alias: Alias) => string) {
    const alias = await newest();
    if (!alias) return EMPTY;
    const text = textOf(alias);
    const { result, ms } = await timed(() => search(text));
    if (!result.some(({ id, brand }) => id === alias.id || (brand !== null && brand === alias.brand)))
      throw new Error(`По запросу «${text}» не найден ${alias.description}`);
    return { message: `«${text}» найден за ${ms} мс`, warning: slow(ms), details: { ms, found: result.length } };
  }

  return {
    name: 'catalog',
    title: 'Каталог',
    checks: [
      {
        name: 'Объём каталога',
        description: 'Считает алиасы, взвешенные бутылки, категории и бренды',
        purpose: 'По каталогу узнаются бутылки при сканировании',
        async run() {
          const { result, ms } = await timed(counts);
          return {
            message: `Алиасов ${result.total}, с обоими весами ${result.verified}`,
            warning: slow(ms),
            details: { ...result, ms },
          };
        },
      },
      {
        name: 'Поиск по штрихкоду',
        description: 'Ищет последний изменённый алиас по его коду',
        purpose: 'Сканер должен узнавать бутылку сразу',
        async run() {
          const alias = await newest();
          if (!alias) return EMPTY;
          const { result, ms } = await timed(() => lookup(alias.ean));
          if (result.id !== alias.id) throw new Error(`По коду ${alias.ean} найден другой алиас`);
          return { message: `${alias.ean} найден за ${ms} мс`, warning: slow(ms), details: { ms } };
        },
      },
      {
        name: 'Поиск по названию',
        description: 'Ищет тот же алиас по названию',
        purpose: 'Владелец сопоставляет товары по названию',
        run: () => byName(({ description }) => description),
      },
      {
        name: 'Поиск другим алфавитом',
        description: 'Ищет то же название, записанное другим алфавитом',
        purpose: '«Джемесон» и Jameson — одно и то же',
        run: () => byName(({ description }) => inOtherScript(description)),
      },
    ],
  };
}
