/** The page that follows comes while the server answers: until both are here, the button is not to be pressed again. */
export const pageAfter = (): Promise<unknown> => import('../plans/Plans.tsx').catch(() => undefined);
