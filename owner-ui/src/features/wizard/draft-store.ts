import { blankWizard, type Draft } from './wizard-state.ts';

const KEY = 'wizard';

/**
 * What was typed so far, for this tab: a phone that goes to fetch the token may drop the page meanwhile. Passwords are
 * not kept.
 */
export const draftStore = {
  read(): Draft {
    try {
      return { ...blankWizard.draft, ...JSON.parse(sessionStorage.getItem(KEY) ?? '{}') };
    } catch {
      return blankWizard.draft;
    }
  },
  write: (draft: Draft): void => sessionStorage.setItem(KEY, JSON.stringify({ ...draft, adminPassword: undefined })),
  clear: (): void => sessionStorage.removeItem(KEY),
};
