import * as yup from 'yup';

/** Where tenants can run. */
export const hostings = ['process', 'docker', 'swarm'] as const;
export type Hosting = (typeof hostings)[number];

/** Where tenants are to move; by default where new ones start. */
export const moveSchema = yup.object({
  hosting: yup.string<Hosting>().oneOf(hostings, `Хостинг — одно из: ${hostings.join(', ')}`),
});
