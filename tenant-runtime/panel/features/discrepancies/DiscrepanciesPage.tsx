import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ExportButton } from '../../files/ExportButton.tsx';
import { type DayPeriod, daysOf } from '../../reports/day-periods.ts';
import { Page } from '../../ui/Page.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { useVenue } from '../../venue/venue.ts';
import { LossesTab } from './LossesTab.tsx';
import { NowTab } from './NowTab.tsx';

const tabs = [
  { value: 'now', label: 'С учётом' },
  { value: 'losses', label: 'Списания' },
];

export function DiscrepanciesPage() {
  const { timezone } = useVenue();
  const [address, setAddress] = useSearchParams();
  const [period, setPeriod] = useState<DayPeriod>('30');
  const losses = address.get('tab') === 'losses';
  const days = daysOf(period, Date.now(), timezone);
  return (
    <Page
      title="Расхождения"
      actions={
        <>
          <SegmentedControl
            size="md"
            aria-label="Что показать"
            data={tabs}
            value={losses ? 'losses' : 'now'}
            onChange={(tab) => setAddress(tab === 'losses' ? { tab } : {}, { replace: true })}
          />
          <PrintButton />
          {losses ? <ExportButton report="losses" query={days} /> : <ExportButton report="discrepancies" />}
        </>
      }
    >
      {losses ? <LossesTab period={period} query={days} onPeriod={setPeriod} /> : <NowTab />}
    </Page>
  );
}
