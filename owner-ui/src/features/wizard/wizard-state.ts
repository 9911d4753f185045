import type { CreateTenant } from '@ostatok/api/contract/provision.ts';
import type { CreateTenantAnswer } from '@ostatok/api/contract/provisioning.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';

export type Step = 1 | 2 | 3 | 4 | 5 | 6;

export const stepTitles: Record<Step, string> = {
  1: 'Адрес заведения',
  2: 'Бот',
  3: 'Администратор',
  4: 'Проверка',
  5: 'Создание',
  6: 'Готово',
};

/** `archiveText` tells which archive was chosen; `archive` is set when it is uploaded. */
export type Draft = Record<Exclude<keyof CreateTenant, 'chat'> | 'archiveText', string> & Pick<CreateTenant, 'chat'>;

export interface WizardState {
  step: Step;
  draft: Draft;
  result: CreateTenantAnswer | null;
  /** The venue of an order whose answer was lost. */
  ordered: Tenant | null;
  /** The error of the last attempt, shown at the step it returns to. */
  failure: string | null;
}

export type WizardEvent =
  | { type: 'next'; fields: Partial<Draft> }
  | { type: 'fill'; fields: Partial<Draft> }
  | { type: 'archived'; archive: string; archiveText: string; name: string }
  | { type: 'back' }
  | { type: 'return'; step: number }
  | { type: 'create' }
  | { type: 'created'; result: CreateTenantAnswer }
  | { type: 'ordered'; tenant: Tenant }
  | { type: 'failed'; message: string };

export const blankWizard: WizardState = {
  step: 1,
  draft: {
    subdomain: '',
    chat: 'telegram',
    botToken: '',
    maxToken: '',
    displayName: '',
    adminUsername: '',
    adminPassword: '',
    archive: '',
    archiveText: '',
  },
  result: null,
  ordered: null,
  failure: null,
};

/** The field with the token that a way to write to the bot needs. */
const tokenFields: Record<Draft['chat'], 'botToken' | 'maxToken' | undefined> = {
  telegram: 'botToken',
  max: 'maxToken',
  max_shared: undefined,
  own: undefined,
};

/** Whether an archive was chosen that is not uploaded. */
export const awaitsArchive = ({ archive, archiveText }: Draft): boolean => archiveText !== '' && archive === '';

/** The furthest step that the filled-in fields allow. */
function reachable(draft: Draft): Step {
  if (!draft.subdomain) return 1;
  const tokenField = tokenFields[draft.chat];
  if (tokenField && !draft[tokenField]) return 2;
  return draft.adminUsername ? 4 : 3;
}

/**
 * Restores the state after a reload: the password was not stored, so the wizard goes no further than the step that asks
 * for it.
 */
export function resume(draft: Draft, step: number): WizardState {
  const resumed = Math.min(step, reachable(draft), 3);
  return { ...blankWizard, draft, step: isStep(resumed) ? resumed : 1 };
}

const isStep = (step: number): step is Step => step >= 1 && step <= 6;

/** The transitions: 1→2→3→4→5→6; back only from steps 2, 3 and 4; a failed creation returns to 4 with all input. */
export function advance(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'next': {
      const step = state.step + 1;
      return state.step < 4 && isStep(step) ? { ...state, step, draft: { ...state.draft, ...event.fields } } : state;
    }
    case 'fill':
      return state.step <= 4 ? { ...state, draft: { ...state.draft, ...event.fields } } : state;
    case 'archived': {
      const { archive, archiveText, name } = event;
      const displayName = state.draft.displayName || name;
      return advance(state, { type: 'fill', fields: { archive, archiveText, displayName } });
    }
    case 'back': {
      const step = state.step - 1;
      return state.step >= 2 && state.step <= 4 && isStep(step) ? { ...state, step, failure: null } : state;
    }
    case 'return': {
      const { step } = event;
      const allowed = state.step <= 4 && isStep(step) && step !== state.step && step <= reachable(state.draft);
      return allowed ? { ...state, step, failure: null } : state;
    }
    case 'create':
      return state.step === 4 ? { ...state, step: 5, failure: null } : state;
    case 'created':
      return { ...state, step: 6, result: event.result };
    case 'ordered':
      return { ...state, step: 6, ordered: event.tenant };
    case 'failed':
      return { ...state, step: 4, failure: event.message };
  }
}

/** Builds the payload without empty fields. */
export function payloadOf(draft: Draft): CreateTenant {
  const { subdomain, chat, displayName, adminUsername, adminPassword, archive } = draft;
  const tokenField = tokenFields[chat];
  return {
    subdomain,
    chat,
    ...(tokenField && { [tokenField]: draft[tokenField] }),
    adminUsername,
    displayName: displayName.trim() || subdomain,
    ...(adminPassword && { adminPassword }),
    ...(archive && { archive }),
  };
}

const SHOWN_OF_TOKEN = 20;

export const previewToken = (token: string): string =>
  token.length > SHOWN_OF_TOKEN ? `${token.slice(0, SHOWN_OF_TOKEN)}…` : token;

/** Lower-cases the input and removes all but a–z, digits and hyphens. */
export const cleanSubdomain = (typed: string): string => typed.toLowerCase().replaceAll(/[^a-z0-9-]/g, '');

/** Ten per cent a second, up to ninety: only the server's response completes it. */
export function progressAt(elapsedMs: number): { percent: number; message: string } {
  const percent = Math.min(90, Math.floor(elapsedMs / 1000) * 10);
  if (percent < 30) return { percent, message: 'Готовим место для заведения' };
  if (percent < 60) return { percent, message: 'Инициализируем базу данных' };
  return { percent, message: 'Настраиваем систему' };
}
