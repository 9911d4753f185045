import { Button, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import type { MyData } from '../../lib/my-data.ts';
import { Section } from '../../ui/Section.tsx';
import { useWorkbook } from './queries.ts';
import { StatusText } from './StatusText.tsx';
import classes from './VenueList.module.css';

type Venue = MyData['tenants'][number];

function VenueRow({ venue }: { venue: Venue }) {
  const workbook = useWorkbook();
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
    </li>
  );
}

export function VenueList({ venues }: { venues: Venue[] }) {
  return (
    <Section
      title="Заведения"
      lead={venues.length > 0 && 'В книге Excel все данные заведения: позиции, изменения, подсчёты, сотрудники.'}
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
