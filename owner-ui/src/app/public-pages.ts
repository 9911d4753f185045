import { type LazyPage, lazyPage } from './lazy-page.tsx';

export interface PublicPage extends LazyPage {
  path: string;
  /** The module's path, by which the build finds the files that a prerendered page needs. */
  source: string;
  title: string;
  description: string;
}

/** Public pages, also prerendered at build time for visitors without JavaScript. */
export const publicPages: PublicPage[] = [
  {
    path: '/',
    title: 'Остаток — учёт остатков для баров и ресторанов',
    description:
      'Считайте остатки бара прямо в чате: «Джемесон +0,7» — и остаток уже новый. Сканер, весы, Excel, отчёт о расхождениях. Первый подсчёт через 5 минут.',
    source: 'src/features/landing/Landing.tsx',
    ...lazyPage(async () => (await import('../features/landing/Landing.tsx')).Landing),
  },
  {
    path: '/faq',
    title: 'Вопросы и ответы — Остаток',
    description:
      'Как писать боту, сканировать штрихкоды, загружать Excel, добавлять сотрудников и где хранятся данные: ответы об учёте остатков в «Остатке».',
    source: 'src/features/faq/Faq.tsx',
    ...lazyPage(async () => (await import('../features/faq/Faq.tsx')).Faq),
  },
  {
    path: '/terms',
    title: 'Условия использования — Остаток',
    description: 'Условия сервиса «Остаток»: тарифы, оплата и автопродление, возврат, доступность, поддержка.',
    source: 'src/features/legal/Terms.tsx',
    ...lazyPage(async () => (await import('../features/legal/Terms.tsx')).Terms),
  },
  {
    path: '/privacy',
    title: 'Политика конфиденциальности — Остаток',
    description: 'Какие данные хранит «Остаток», зачем, сколько и как их забрать или удалить: права по 152-ФЗ.',
    source: 'src/features/legal/Privacy.tsx',
    ...lazyPage(async () => (await import('../features/legal/Privacy.tsx')).Privacy),
  },
  {
    path: '/company-info',
    title: 'Реквизиты — Остаток',
    description: 'Кто продаёт подписку «Остаток»: реквизиты самозанятого, контакты, способы оплаты, чеки.',
    source: 'src/features/company/CompanyInfo.tsx',
    ...lazyPage(async () => (await import('../features/company/CompanyInfo.tsx')).CompanyInfo),
  },
];

export const publicPageAt = (pathname: string): PublicPage | undefined =>
  publicPages.find(({ path }) => path === (pathname.replace(/\/+$/, '') || '/'));
