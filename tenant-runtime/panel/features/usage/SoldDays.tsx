import { TextInput } from '@mantine/core';
import type { UsageQuery } from '@ostatok/tenant-runtime/contract/usage.ts';
import classes from './Usage.module.css';
import { useUsage } from './usage.ts';

interface SoldDaysProps {
  query: UsageQuery;
  onChoose: (days: Partial<UsageQuery>) => void;
}

/** The days whose sales lie between the counts; the hours of the counts suggest them, a person may know better. */
export function SoldDays({ query, onChoose }: SoldDaysProps) {
  const { data } = useUsage(query);
  if (!data) return null;
  const { first_day, last_day } = data.sold;
  return (
    <div className={classes.days}>
      <TextInput
        type="date"
        label="Продажи с"
        value={first_day}
        max={last_day}
        onChange={({ currentTarget }) => currentTarget.value && onChoose({ sold_from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="по"
        value={last_day}
        min={first_day}
        onChange={({ currentTarget }) => currentTarget.value && onChoose({ sold_to: currentTarget.value })}
      />
    </div>
  );
}
