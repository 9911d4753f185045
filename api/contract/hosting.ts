import * as yup from 'yup';

/** Where tenants can run. */
export const hostings = ['process', 'docker'] as const;
export type Hosting = (typeof hostings)[number];

/** What a place for tenants is called where one is chosen. */
export const hostingLabels: Record<Hosting, string> = { process: 'процессы', docker: 'контейнеры Docker' };

/** Where tenants are to move; by default where new ones start. */
export const moveSchema = yup.object({
  hosting: yup.string<Hosting>().oneOf(hostings, `Хостинг — одно из: ${hostings.join(', ')}`),
});
