import { randomInt } from 'node:crypto';
import type { Knex } from '@ostatok/kit/node/db.ts';
import * as yup from 'yup';
import { SUBDOMAIN_MAX, SUBDOMAIN_MIN, subdomain } from '../../contract/provision.ts';
import type { SubdomainCheck } from '../../contract/tenants.endpoints.ts';
import { isReserved, type SubdomainWish, takenSubdomains } from './tenants.queries.ts';

const latin: Record<string, string> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ё: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
};
const adjectives = ['ugol', 'staryi', 'belyi', 'teplyi', 'tikhii', 'sinii', 'dobryi', 'zolotoi'];
const nouns = ['bar', 'bokal', 'stakan', 'pogreb', 'dvor', 'prichal', 'fonar', 'hmel'];
const SUGGESTIONS = 3;

/** Converts «Бар "Ёлки"» to `bar-elki`. */
function slugOf(name: string): string {
  const letters = [...name.toLowerCase()].map((letter) => latin[letter] ?? letter).join('');
  return letters
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SUBDOMAIN_MAX)
    .replace(/^-+|-+$/g, '');
}

function mistakesOf(wish: string): string[] {
  try {
    subdomain().validateSync(wish, { abortEarly: false });
    return [];
  } catch (error) {
    if (error instanceof yup.ValidationError) return [...new Set(error.errors)];
    throw error;
  }
}

function variantsOf(base: string): string[] {
  const short = base.slice(0, SUBDOMAIN_MAX - 5).replace(/-+$/, '');
  const whole = short.length >= SUBDOMAIN_MIN ? short : `bar-${short || randomInt(100, 1000)}`;
  return [
    whole,
    `${whole}-bar`,
    `${whole}-2`,
    `my-${whole}`,
    `${whole}-${randomInt(10, 100)}`,
    `${whole}-${randomInt(100, 10_000)}`,
  ];
}

/** Checks and suggests subdomains for an owner: those of the owner's own deleted tenants are free for nobody else. */
export function createSubdomains({ db, now = () => new Date() }: { db: Knex; now?: () => Date }) {
  const wishOf = (ownerId: number): SubdomainWish => ({ ownerId, at: now() });

  async function free(ownerId: number, candidates: string[]): Promise<string[]> {
    const good = [...new Set(candidates)].filter((candidate) => mistakesOf(candidate).length === 0);
    const taken = await takenSubdomains(db, good, wishOf(ownerId));
    return good.filter((candidate) => !taken.has(candidate));
  }

  async function suggest(ownerId: number, name: string): Promise<string[]> {
    return (await free(ownerId, variantsOf(slugOf(name)))).slice(0, SUGGESTIONS);
  }

  return {
    suggest,
    /** Whether the subdomain of a tenant that was just inserted is kept for another owner. */
    isReserved: (trx: Knex.Transaction, name: string, ownerId: number): Promise<boolean> =>
      isReserved(trx, name, wishOf(ownerId)),
    async check(ownerId: number, wish: string): Promise<SubdomainCheck> {
      const name = wish.trim().toLowerCase();
      const errors = mistakesOf(name);
      if (errors.length === 0 && (await takenSubdomains(db, [name], wishOf(ownerId))).has(name))
        errors.push('Этот поддомен уже занят');
      const valid = errors.length === 0;
      return { valid, errors, suggestions: valid ? [] : await suggest(ownerId, name) };
    },
    async generate(ownerId: number): Promise<string> {
      for (;;) {
        const wishes = Array.from({ length: 5 }, () => {
          const [first, second] = [adjectives, nouns].map((words) => words[randomInt(words.length)]);
          return `${first}-${second}-${randomInt(10, 1000)}`;
        });
        const [found] = await free(ownerId, wishes);
        if (found) return found;
      }
    },
  };
}
export type Subdomains = ReturnType<typeof createSubdomains>;
