import { blankWizard, type Draft } from './wizard-state.ts';

const KEY = 'wizard';

/**
 * Keeps the input in this tab's storage, because a phone may discard the page while the owner fetches the token.
 * Passwords are not stored.
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
