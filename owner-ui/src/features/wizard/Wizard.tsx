import type { CreateTenantAnswer } from '@ostatok/api/contract/provision.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { AdminStep } from './AdminStep.tsx';
import { BotStep } from './BotStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { ProvisioningStep } from './ProvisioningStep.tsx';
import { SubdomainStep } from './SubdomainStep.tsx';
import { advance, blankWizard, type Draft, payloadOf } from './wizard-state.ts';

/** The credentials come only once: leaving while they are on their way is worth a question. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}

export function Wizard() {
  useTitle('Новое заведение');
  const [state, dispatch] = useReducer(advance, blankWizard);
  const queries = useQueryClient();
  const create = useMutation({
    mutationFn: (draft: Draft) => api.post<CreateTenantAnswer>('/provision/create', payloadOf(draft)),
    onSuccess(result) {
      dispatch({ type: 'created', result });
      void queries.invalidateQueries({ queryKey: ['my-tenants'] });
    },
    onError(error) {
      const message = messageOf(error, 'Ошибка создания заведения');
      notify.error(message);
      dispatch({ type: 'failed', message });
    },
  });
  useLeaveWarning(create.isPending);
  const next = useCallback((fields: Partial<Draft>) => dispatch({ type: 'next', fields }), []);
  const chooseSubdomain = useCallback((subdomain: string) => next({ subdomain }), [next]);
  const back = () => dispatch({ type: 'back' });
  const { step, draft, failure, result } = state;

  function start() {
    dispatch({ type: 'create' });
    create.mutate(draft);
  }

  return (
    <AppShell size="sm">
      {step === 1 && <SubdomainStep initial={draft.subdomain} onNext={chooseSubdomain} />}
      {step === 2 && <BotStep draft={draft} onNext={next} onBack={back} />}
      {step === 3 && <AdminStep draft={draft} onNext={next} onBack={back} />}
      {step === 4 && <ConfirmStep draft={draft} failure={failure} onCreate={start} onBack={back} />}
      {step === 5 && <ProvisioningStep />}
      {step === 6 && result && <DoneStep result={result} />}
    </AppShell>
  );
}
