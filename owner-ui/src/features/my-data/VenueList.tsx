import { Button, Text } from '@mantine/core';
import { Download, FileArchive } from 'lucide-react';
import type { MyData } from '../../lib/my-data.ts';
import { Section } from '../../ui/Section.tsx';
import { useArchive, useWorkbook } from './queries.ts';
import { StatusText } from './StatusText.tsx';
import classes from './VenueList.module.css';

type Venue = MyData['tenants'][number];

function VenueRow({ venue }: { venue: Venue }) {
  const workbook = useWorkbook();
  const archive = useArchive();
  return (
    <li>
      <div className={classes.venue}>
        <Text fw={600}>{venue.subdomain}</Text>
        <Text fz="sm">
          <StatusText status={venue.status} />
          <Text span inherit c="dimmed">
            {' '}
            · создано {new Date(venue.created_at).toLocaleDateString('ru-RU')}
          </Text>
        </Text>
      </div>
      {venue.workbook && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Download size={18} aria-hidden />}
          loading={workbook.isPending}
          onClick={() => workbook.mutate(venue)}
          aria-label={`Скачать книгу Excel: ${venue.subdomain}`}
        >
          Скачать книгу Excel
        </Button>
      )}
      {venue.archive && (
        <Button
          variant="default"
          size="sm"
          leftSection={<FileArchive size={18} aria-hidden />}
          loading={archive.isPending}
          onClick={() => archive.mutate(venue)}
          aria-label={`Скачать архив: ${venue.subdomain}`}
        >
          Скачать архив
        </Button>
      )}
    </li>
  );
}

export function VenueList({ venues }: { venues: Venue[] }) {
  return (
    <Section
      title="Заведения"
      lead={
        venues.length > 0 &&
        'В книге Excel все данные заведения: позиции, изменения, подсчёты, сотрудники. В архиве — эта книга и полные данные, из которых можно открыть новое заведение, здесь или на другой установке.'
      }
    >
      {venues.length === 0 && <Text c="dimmed">Заведений нет.</Text>}
      <ul className={classes.list}>
        {venues.map((venue) => (
          <VenueRow key={venue.id} venue={venue} />
        ))}
      </ul>
    </Section>
  );
}
