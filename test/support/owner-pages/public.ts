import type { Page } from 'playwright-core';
import type { PublicPlan } from '../../../api/contract/public.endpoints.ts';
import type { answerCalls } from './owner-pages.ts';
import { pages } from './pages.ts';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 360, height: 740 };
const user = { id: 7, email: 'anna@bar.example', email_verified: true, name: 'Анна', role: 'customer' };

const plan = (id: number, more: Partial<PublicPlan>): PublicPlan => ({
  id,
  name: `plan-${id}`,
  display_name: `Тариф ${id}`,
  description: '',
  price_monthly: '1000',
  price_yearly: null,
  discount_percent: 0,
  features: [],
  is_featured: false,
  ...more,
});

const plans = [
  plan(4, { price_monthly: '1990', discount_percent: 15, is_featured: true }),
  plan(5, {
    price_monthly: '0',
    features: [
      { text: 'вторая', order: 2 },
      { text: 'первая', order: 1 },
    ],
  }),
  plan(6, { name: 'corporate', display_name: 'Корпоративный', price_monthly: null }),
];

export const answers = (): Parameters<typeof answerCalls>[1] => ({
  'GET /public/plans': [200, { success: true, plans, free: null }],
  'GET /public/stats': [200, { success: true, stats: { clientCount: 2345, productCount: 104_211 } }],
});

export const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(pages.url + path);
  await page.waitForFunction(() => document.getElementById('root')?.firstElementChild !== null);
};

export const signInHere = (page: Page): Promise<unknown> =>
  page.addInitScript((known) => {
    localStorage.setItem('token', 'x.e30.x');
    localStorage.setItem('refreshToken', 'y');
    localStorage.setItem('user', JSON.stringify(known));
  }, user);

export const card = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
