import { isPlainName } from '@ostatok/api/contract/plain-names.ts';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { plansPath } from '../../lib/chosen-plan.ts';
import { notify } from '../../lib/notify.ts';
import { takeProviderReturn } from '../../lib/provider-return.ts';
import { nameOfProvider } from '../../lib/providers.ts';
import { session } from '../../lib/session.ts';
import { finishProviderReturn, questionIn } from './calls.ts';

const LONGEST = 200;
const UNKNOWN_ERROR = 'сервис отказал во входе. Начните заново';

/** Restricts the error text, because anybody can link to this page and must not show sentences in our name. */
const errorText = (error: string | null): string =>
  error && error.length <= LONGEST && isPlainName(error) ? error : UNKNOWN_ERROR;

/** Handles the return from an external sign-in with either a code to exchange or an error. */
export function useProviderReturn(onQuestion: (question: SecondFactorQuestion) => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    const arrived = takeProviderReturn();
    if (!arrived) return;
    const { provider, code, error } = arrived;
    if (error !== null || code === null) {
      notify.error(`Ошибка авторизации через ${nameOfProvider(provider)}: ${errorText(error)}`);
      return;
    }
    finishProviderReturn(code).then(
      () => {
        notify.success(`Добро пожаловать! Вы вошли как ${session.get()?.user.email}`);
        navigate(plansPath(), { replace: true });
      },
      (failure) => {
        const question = questionIn(failure);
        if (question) onQuestion(question);
        else notify.error(messageOf(failure, 'Ошибка авторизации'));
      },
    );
  }, [navigate, onQuestion]);
}
