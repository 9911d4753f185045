import './palette.css';
import { useQuery } from '@tanstack/react-query';
import { Command as Cmdk } from 'cmdk';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { isDialogOpen, subscribe } from '../ui/dialogs.tsx';
import { Icon } from '../ui/Icon.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import { type Command, generalCommands, matching, pageCommands } from './commands.ts';
import { type Found, findRecords, isSearchable } from './find.ts';
import { useEscape } from './use-escape.ts';
import { useFocusBack } from './use-focus-back.ts';

const PAUSE_MS = 160;

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function Items({
  heading,
  commands,
  onChoose,
}: {
  heading: string;
  commands: Command[];
  onChoose: (command: Command) => void;
}) {
  if (commands.length === 0) return null;
  return (
    <Cmdk.Group heading={heading}>
      {commands.map((command) => (
        <Cmdk.Item key={command.id} value={command.id} onSelect={() => onChoose(command)}>
          <Icon name={command.icon} size={18} />
          <span className="palette-label">{command.label}</span>
          <span className="palette-hint">{command.hint}</span>
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}

const NOTHING: Found = { commands: [], isPartial: false };

/** The command palette: every page, action and record, found by typing. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  /** The chosen record and its actions. */
  const [chosen, setChosen] = useState<{ label: string; commands: Command[] }>();
  // Another dialog is open, such as the one that asks to sign in again.
  const isCovered = useSyncExternalStore(subscribe, isDialogOpen);
  useEffect(() => {
    if (isCovered) onClose();
  }, [isCovered, onClose]);
  useFocusBack();
  useEscape(chosen !== undefined, () => {
    setText('');
    setChosen(undefined);
  });
  const search = useSettled(text.trim());

  const {
    data: { commands: records, isPartial } = NOTHING,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => findRecords(search, signal),
    enabled: !chosen && isSearchable(search),
    placeholderData: (before) => before,
  });

  async function choose(command: Command): Promise<void> {
    if (command.next) {
      try {
        const commands = await command.next();
        setText('');
        setChosen({ label: command.label, commands });
      } catch (error) {
        toastFailed('Не удалось загрузить данные', error);
      }
      return;
    }
    onClose();
    if (command.address) navigate(command.address);
    void command.run?.();
  }

  const meant = (commands: Command[]) => matching(commands, text.trim());
  // Results of an earlier text stay only while they also match the present one, so that Enter chooses nothing else.
  const found = isPlaceholderData || search !== text.trim() ? meant(records) : records;
  return (
    <Cmdk.Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      label="Найти или сделать"
      shouldFilter={false}
      loop
      overlayClassName="palette-overlay"
      contentClassName="palette"
      onKeyDown={(event) => {
        if (!chosen || text !== '' || event.key !== 'Backspace') return;
        event.preventDefault();
        setChosen(undefined);
      }}
    >
      <div className="palette-top">
        {chosen ? <span className="badge">{chosen.label}</span> : <Icon name="search" size={18} />}
        <Cmdk.Input
          value={text}
          onValueChange={setText}
          placeholder={chosen ? 'Что сделать' : 'Раздел, действие, email, поддомен, тариф, штрихкод…'}
        />
      </div>
      <Cmdk.List label="Что нашлось">
        {chosen ? (
          <Items heading="Действия" commands={meant(chosen.commands)} onChoose={choose} />
        ) : (
          <>
            <Items heading="Записи" commands={isSearchable(text.trim()) ? found : []} onChoose={choose} />
            <Items heading="Разделы" commands={meant(pageCommands)} onChoose={choose} />
            <Items heading="Действия" commands={meant(generalCommands)} onChoose={choose} />
          </>
        )}
        {isPartial && !isFetching && !chosen && (
          <Cmdk.Item value="search again" onSelect={() => void refetch()}>
            <Icon name="warning" size={18} />
            <span className="palette-label">Нашлось не всё: сервер ответил не на каждый вопрос</span>
            <span className="palette-hint">Повторить</span>
          </Cmdk.Item>
        )}
        <Cmdk.Empty>{isFetching || search !== text.trim() ? 'Ищем…' : 'Ничего не нашлось'}</Cmdk.Empty>
      </Cmdk.List>
    </Cmdk.Dialog>
  );
}
