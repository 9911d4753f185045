import { Anchor, Button, Group, Loader, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, Sparkles } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { api, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { useSession } from '../../lib/session.ts';
import { StepFrame } from './StepFrame.tsx';
import classes from './SubdomainStep.module.css';
import { type SubdomainState, useSubdomainCheck } from './use-subdomain-check.ts';
import { cleanSubdomain } from './wizard-state.ts';

const NOT_CHOSEN = 'Пожалуйста, выберите корректный поддомен';

function useCompanySuggestions(): string[] {
  const companyName = useSession()?.user.company_name;
  const query = useQuery({
    queryKey: ['suggest-subdomain', companyName],
    queryFn: () => api.call('POST /api/provision/suggest-subdomain', { body: { companyName: companyName ?? '' } }),
    enabled: Boolean(companyName),
  });
  return query.data?.suggestions ?? [];
}

function Verdict({ state }: { state: SubdomainState }) {
  if (state.status === 'checking')
    return (
      <Group gap="xs">
        <Loader size={14} aria-hidden /> Проверяем адрес
      </Group>
    );
  if (state.status === 'free')
    return (
      <Group gap={6} c="var(--mantine-color-success)">
        <Check size={18} aria-hidden /> Адрес свободен
      </Group>
    );
  if (state.status === 'unknown')
    return (
      <>
        {state.message}.{' '}
        <Anchor component="button" type="button" underline="always" onClick={state.retry}>
          Проверить ещё раз
        </Anchor>
      </>
    );
  return null;
}

function Suggestions({ names, onPick }: { names: string[]; onPick: (name: string) => void }) {
  if (names.length === 0) return null;
  return (
    <Group gap="xs" mt="md" role="group" aria-label="Варианты адреса">
      <Text c="dimmed" fz="sm">
        Подойдёт:
      </Text>
      {names.map((name) => (
        <Button key={name} size="sm" variant="light" onClick={() => onPick(name)}>
          {name}
        </Button>
      ))}
    </Group>
  );
}

function errorsOf(state: SubdomainState, insisted: boolean, stripped: boolean): string | undefined {
  if (stripped) return 'Только латинские буквы a–z, цифры и дефис';
  if (state.status === 'refused') return state.errors.join('. ') || NOT_CHOSEN;
  return insisted && state.status !== 'checking' && state.status !== 'free' ? NOT_CHOSEN : undefined;
}

interface SubdomainStepProps {
  initial: string;
  onNext: (subdomain: string) => void;
  /** What else the tenant begins with. */
  children?: ReactNode;
}

export function SubdomainStep({ initial, onNext, children }: SubdomainStepProps) {
  const [subdomain, setSubdomain] = useState(initial);
  const [stripped, setStripped] = useState(false);
  const [insisted, setInsisted] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const state = useSubdomainCheck(subdomain);
  const byCompany = useCompanySuggestions();
  const baseDomain = usePublicConfig()?.baseDomain ?? '';
  const generate = useMutation({
    mutationFn: () => api.call('POST /api/provision/generate-subdomain'),
    onSuccess: (answer) => choose(answer.subdomain),
    onError: (error) => notify.error(messageOf(error, 'Ошибка генерации поддомена')),
  });

  function choose(name: string) {
    setSubdomain(cleanSubdomain(name));
    setStripped(false);
    setInsisted(false);
    field.current?.focus();
  }

  function type(typed: string) {
    const clean = cleanSubdomain(typed);
    setStripped(clean.length < typed.length);
    setInsisted(false);
    setSubdomain(clean);
  }

  // A press on «Продолжить» during the check takes effect after it.
  useEffect(() => {
    if (insisted && state.status === 'free') onNext(subdomain);
  }, [insisted, state.status, subdomain, onNext]);

  function submit(event: FormEvent) {
    event.preventDefault();
    setInsisted(true);
    if (state.status !== 'free' && state.status !== 'checking') field.current?.focus();
  }

  const error = errorsOf(state, insisted, stripped);
  return (
    <StepFrame
      step={1}
      title="Какой адрес будет у заведения?"
      lead="По нему сотрудники откроют панель и сканер. Весь запуск занимает около минуты."
      form={{ onSubmit: submit, noValidate: true }}
      next={
        <Button type="submit" loading={insisted && state.status === 'checking'}>
          Продолжить
        </Button>
      }
    >
      <TextInput
        ref={field}
        label="Поддомен"
        description="Не короче 3 символов: латинские буквы, цифры, дефис"
        size="lg"
        value={subdomain}
        onChange={(event) => type(event.currentTarget.value)}
        error={error}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        classNames={{ input: classes.input }}
      />
      <div className={classes.below}>
        <span className={classes.address} aria-hidden={!subdomain}>
          {subdomain || 'bar'}.{baseDomain}
        </span>
        <div className={classes.verdict} role="status">
          <Verdict state={state} />
        </div>
      </div>
      <Suggestions
        names={state.status === 'refused' ? state.suggestions : subdomain ? [] : byCompany}
        onPick={choose}
      />
      <Button
        mt="md"
        px="xs"
        size="sm"
        variant="subtle"
        leftSection={<Sparkles size={16} aria-hidden />}
        loading={generate.isPending}
        onClick={() => generate.mutate()}
      >
        Придумать адрес за меня
      </Button>
      {children}
    </StepFrame>
  );
}
