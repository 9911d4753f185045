import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './Sales.module.css';
import type { Upload } from './use-sales-upload.ts';

interface PeriodQuestionProps {
  question: string;
  upload: Upload;
  isReading: boolean;
  onRead: (upload: Upload) => void;
  onClose: () => void;
}

/** Asks for the days of a file that has none. */
export function PeriodQuestion({ question, upload, isReading, onRead, onClose }: PeriodQuestionProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const last = to || from;
  function submit(event: FormEvent): void {
    event.preventDefault();
    onRead({ ...upload, period: { from, to: last } });
  }
  return (
    <form className={classes.card} aria-labelledby="period-title" onSubmit={submit}>
      <Title order={2} size="h3" id="period-title">
        За какие дни эти продажи?
      </Title>
      <Text>{question}</Text>
      <div className={classes.fields}>
        <TextInput
          type="date"
          label="Первый день"
          required
          data-autofocus
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="Последний день"
          description="Пусто — только первый"
          value={to}
          min={from}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </div>
      <Group>
        <Button type="submit" disabled={from === '' || last < from} loading={isReading}>
          Прочитать
        </Button>
        <Button variant="default" onClick={onClose}>
          Другой файл
        </Button>
      </Group>
    </form>
  );
}
