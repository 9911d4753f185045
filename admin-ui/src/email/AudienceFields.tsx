import { MenuItem, TextField } from '@mui/material';
import { type TargetUsers, targetUsers as targets } from '@ostatok/api/contract/campaigns.ts';
import { plural } from '@ostatok/kit/web/format.ts';
import { usePlans } from '../subscriptions/queries.ts';
import { wordsOf } from '../ui/toasts.tsx';
import type { Filters } from './campaign-request.ts';
import { countText, targetTexts } from './texts.ts';

interface AudienceFieldsProps {
  targetUsers: TargetUsers;
  filters: Filters;
  count: number | undefined;
  error: unknown;
  onTarget: (target: TargetUsers) => void;
  onFilters: (filters: Filters) => void;
}

const dateSlots = { inputLabel: { shrink: true } };
const planSlots = { inputLabel: { shrink: true }, select: { displayEmpty: true } };

function Count({ count, error }: { count: number | undefined; error: unknown }) {
  if (error) return <p role="alert">Получатели не посчитаны: {wordsOf(error) ?? 'сервис не отвечает'}</p>;
  if (count === undefined) return <p className="dim">Считаем получателей…</p>;
  return (
    <p>
      Получат письмо: <strong className="campaign-count">{countText(count)}</strong>{' '}
      {plural(count, ['человек', 'человека', 'человек'])}
    </p>
  );
}

/** Chooses the recipients of a campaign and shows their present number. */
export function AudienceFields({ targetUsers, filters, count, error, onTarget, onFilters }: AudienceFieldsProps) {
  const { data: plans, error: plansError } = usePlans();
  return (
    <fieldset className="campaign-audience">
      <legend>Получатели</legend>
      <TextField
        select
        label="Группа"
        fullWidth
        value={targetUsers}
        onChange={({ target }) => onTarget(target.value as TargetUsers)}
      >
        {targets.map((value) => (
          <MenuItem key={value} value={value}>
            {targetTexts[value]}
          </MenuItem>
        ))}
      </TextField>
      <div className="campaign-filters">
        <TextField
          select
          label="Тариф"
          slotProps={planSlots}
          helperText={plansError && !plans && 'Тарифы не загрузились'}
          value={filters.planId ?? ''}
          onChange={({ target }) =>
            onFilters({ ...filters, planId: target.value === '' ? null : Number(target.value) })
          }
        >
          <MenuItem value="">Любой</MenuItem>
          {plans?.map(({ id, display_name }) => (
            <MenuItem key={id} value={id}>
              {display_name}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          type="date"
          label="Пришли с"
          slotProps={dateSlots}
          value={filters.registeredFrom ?? ''}
          onChange={({ target }) => onFilters({ ...filters, registeredFrom: target.value || null })}
        />
        <TextField
          type="date"
          label="Пришли по"
          slotProps={dateSlots}
          value={filters.registeredTo ?? ''}
          onChange={({ target }) => onFilters({ ...filters, registeredTo: target.value || null })}
        />
      </div>
      <div aria-live="polite">
        <Count count={count} error={error} />
      </div>
    </fieldset>
  );
}
