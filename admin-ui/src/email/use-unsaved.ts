import { useContext, useEffect, useRef } from 'react';
import { UNSAFE_NavigationContext } from 'react-router';
import { confirm } from '../ui/confirm.tsx';

const ask = (): Promise<boolean> =>
  confirm({
    title: 'Уйти без сохранения?',
    text: 'Изменения письма пропадут.',
    yes: 'Уйти',
    danger: true,
  });

/**
 * While something is unsaved, navigation within the panel asks for confirmation, and so does the browser before closing
 * the window. The browser's back button cannot be blocked: {@link keepDraft} keeps what is left that way.
 */
export function useUnsaved(isDirty: boolean): void {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const dirty = useRef(isDirty);
  dirty.current = isDirty;

  useEffect(() => {
    const { push, replace } = navigator;
    const asking =
      <Arguments extends unknown[]>(go: (...given: Arguments) => void) =>
      (...given: Arguments): void => {
        const sure = dirty.current ? ask() : undefined;
        if (!sure) go(...given);
        void sure?.then((leaving) => {
          if (!leaving) return;
          dirty.current = false;
          go(...given);
        });
      };
    navigator.push = asking(push.bind(navigator));
    navigator.replace = asking(replace.bind(navigator));
    return () => {
      navigator.push = push;
      navigator.replace = replace;
    };
  }, [navigator]);

  useEffect(() => {
    const hold = (event: BeforeUnloadEvent): void => {
      if (dirty.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, []);
}
