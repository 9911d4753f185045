import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useReducer } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { api, messageOf } from '../../lib/api.ts';
import { fetchTenants } from '../../lib/my-tenants.ts';
import { notify } from '../../lib/notify.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { AdminStep } from './AdminStep.tsx';
import { BotStep } from './BotStep.tsx';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DoneStep } from './DoneStep.tsx';
import { draftStore } from './draft-store.ts';
import { FromArchive } from './FromArchive.tsx';
import { NoRoom, useNoRoom } from './NoRoom.tsx';
import { OrderedStep } from './OrderedStep.tsx';
import { ProvisioningStep } from './ProvisioningStep.tsx';
import { SubdomainStep } from './SubdomainStep.tsx';
import { useArchiveUpload } from './use-archive-upload.ts';
import { advance, type Draft, payloadOf, resume, type WizardState } from './wizard-state.ts';

/** Warns before leaving: the credentials are shown only once, and an upload is lost. */
function useLeaveWarning(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}

/** The step stored in a browser history entry, where the router puts its state. */
const placeOf = (entry: { usr?: { step?: number } } | null): number => entry?.usr?.step ?? 1;

/** Each step is a history entry: Back goes one step back, and a reload keeps the step. */
function useSteps() {
  const navigate = useNavigate();
  const place: number = useLocation().state?.step ?? 1;
  const [state, dispatch] = useReducer(advance, place, (at): WizardState => resume(draftStore.read(), at));
  const { step, draft } = state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was resumed may lie before the place it was reloaded at
  useEffect(() => {
    if (step !== place) navigate(step - place);
  }, []);
  // Listens to the browser itself: if a step is left before the router has rendered it, the router's location is
  // outdated.
  useLayoutEffect(() => {
    const follow = (event: PopStateEvent): void => {
      if (window.location.pathname !== '/wizard') return;
      if (step === 6) navigate('/dashboard', { replace: true });
      else dispatch({ type: 'return', step: placeOf(event.state) });
    };
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [navigate, step]);
  useEffect(() => (step === 6 ? draftStore.clear() : draftStore.write(draft)), [step, draft]);
  const next = useCallback(
    (fields: Partial<Draft>) => {
      dispatch({ type: 'next', fields });
      navigate('/wizard', { state: { step: step + 1 } });
    },
    [navigate, step],
  );
  function back() {
    dispatch({ type: 'back' });
    navigate(-1);
  }
  return { state, dispatch, next, back };
}

/** The venue that an earlier press has ordered, its answer being lost: its address was free before. */
async function findOrdered({ subdomain }: Draft): Promise<Tenant | undefined> {
  const tenants = await fetchTenants().catch(() => []);
  return tenants.find((tenant) => tenant.subdomain === subdomain && tenant.status !== 'deleted');
}

export function Wizard() {
  useTitle('Новое заведение');
  const { state, dispatch, next, back } = useSteps();
  const create = useMutation({
    mutationFn: (draft: Draft) => api.call('POST /api/provision/create', { body: payloadOf(draft) }),
    onSuccess: (result) => dispatch({ type: 'created', result }),
    meta: { invalidates: [['my-tenants']] },
    async onError(error, draft) {
      const tenant = await findOrdered(draft);
      if (tenant) return dispatch({ type: 'ordered', tenant });
      const message = messageOf(error, 'Ошибка создания заведения');
      notify.error(message);
      dispatch({ type: 'failed', message });
    },
  });
  const upload = useArchiveUpload(dispatch);
  useLeaveWarning(create.isPending || upload.isPending);
  const chooseSubdomain = useCallback((subdomain: string) => next({ subdomain }), [next]);
  const { step, draft, failure, result, ordered } = state;
  const noRoom = useNoRoom();

  function start() {
    dispatch({ type: 'create' });
    create.mutate(draft);
  }

  if (noRoom && step < 5)
    return (
      <AppShell size="sm">
        <NoRoom {...noRoom} />
      </AppShell>
    );
  return (
    <AppShell size="sm">
      {step === 1 && (
        <SubdomainStep initial={draft.subdomain} onNext={chooseSubdomain}>
          <FromArchive draft={draft} upload={upload} />
        </SubdomainStep>
      )}
      {step === 2 && <BotStep draft={draft} onNext={next} onBack={back} />}
      {step === 3 && <AdminStep draft={draft} onNext={next} onBack={back} />}
      {step === 4 && <ConfirmStep draft={draft} upload={upload} failure={failure} onCreate={start} onBack={back} />}
      {step === 5 && <ProvisioningStep />}
      {step === 6 && result && <DoneStep result={result} />}
      {step === 6 && ordered && <OrderedStep tenant={ordered} draft={draft} />}
    </AppShell>
  );
}
