/** What customers use, in the order of the status page. */
export const components = ['site', 'venues', 'bots', 'letters', 'payments'] as const;
export type Component = (typeof components)[number];

export const troubleStates = ['degraded', 'down'] as const;
export type TroubleState = (typeof troubleStates)[number];

export const statusStates = ['works', ...troubleStates] as const;
export type StatusState = (typeof statusStates)[number];

export const componentLabels: Record<Component, string> = {
  site: 'Сайт и учётные записи',
  venues: 'Заведения',
  bots: 'Боты',
  letters: 'Письма',
  payments: 'Оплата',
};

export const stateLabels: Record<StatusState, string> = {
  works: 'Работает',
  degraded: 'С перебоями',
  down: 'Не работает',
};
