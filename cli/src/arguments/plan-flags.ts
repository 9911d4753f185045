import { Flags } from '@oclif/core';
import type { PlanInput } from '@ostatok/api/contract/plans.ts';

/** Flags for the fields of a plan; a missing flag is not sent. The platform validates the values. */
export const planFlags = {
  'display-name': Flags.string({ description: 'название для людей', helpValue: 'НАЗВАНИЕ' }),
  description: Flags.string({ description: 'описание', helpValue: 'ТЕКСТ' }),
  monthly: Flags.string({ description: 'цена в месяц, рублей', helpValue: 'РУБЛИ' }),
  yearly: Flags.string({ description: 'цена в год, рублей; пусто — не продаётся на год', helpValue: 'РУБЛИ' }),
  discount: Flags.string({ description: 'скидка, от 0 до 100', helpValue: 'ПРОЦЕНТ' }),
  instances: Flags.string({ description: 'сколько заведений', helpValue: 'ЧИСЛО' }),
  users: Flags.string({ description: 'сколько сотрудников в заведении', helpValue: 'ЧИСЛО' }),
  storage: Flags.string({ description: 'место, МБ', helpValue: 'МБ' }),
  memory: Flags.string({ description: 'память одного заведения, МБ; пусто — как у всех', helpValue: 'МБ' }),
  cpu: Flags.string({ description: 'процессор одного заведения, % ядра; пусто — как у всех', helpValue: 'ПРОЦЕНТ' }),
  tasks: Flags.string({ description: 'процессов одного заведения; пусто — как у всех', helpValue: 'ЧИСЛО' }),
  feature: Flags.string({
    description: 'возможность; можно несколько, по порядку',
    multiple: true,
    helpValue: 'ТЕКСТ',
  }),
  featured: Flags.boolean({ description: 'выделить среди других', allowNo: true }),
  public: Flags.boolean({ description: 'показывать на главной', allowNo: true }),
};

interface Given {
  'display-name'?: string | undefined;
  description?: string | undefined;
  monthly?: string | undefined;
  yearly?: string | undefined;
  discount?: string | undefined;
  instances?: string | undefined;
  users?: string | undefined;
  storage?: string | undefined;
  memory?: string | undefined;
  cpu?: string | undefined;
  tasks?: string | undefined;
  feature?: string[] | undefined;
  featured?: boolean | undefined;
  public?: boolean | undefined;
}

/** Converts the flags to the API's fields. Numbers stay texts, which the platform reads; `12,5` is accepted. */
export function planFields(flags: Given): Partial<PlanInput> {
  const orNull = (text: string | undefined): string | null | undefined => (text === '' ? null : text);
  const number = (text: string | undefined): string | undefined => text?.replace(',', '.');
  const fields = {
    display_name: flags['display-name'],
    description: flags.description,
    price_monthly: number(flags.monthly),
    price_yearly: orNull(number(flags.yearly)),
    discount_percent: number(flags.discount),
    max_instances: flags.instances,
    max_users_per_instance: flags.users,
    max_storage_mb: flags.storage,
    max_memory_mb: orNull(flags.memory),
    max_cpu_percent: orNull(flags.cpu),
    max_tasks: orNull(flags.tasks),
    features: flags.feature?.map((text, index) => ({ text, order: index + 1 })),
    is_featured: flags.featured,
    is_public: flags.public,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
