import { TextField } from '@mui/material';
import type { ComponentProps } from 'react';
import { Chip } from './Chip.tsx';

const USUAL = [7, 14, 30, 90, 365];

interface DaysFieldProps {
  field: ComponentProps<typeof TextField>;
  onChoose: (days: number) => void;
}

export const DaysField = ({ field, onChoose }: DaysFieldProps) => (
  <>
    <TextField label="Дней" slotProps={{ htmlInput: { inputMode: 'numeric' } }} {...field} />
    <div className="chips">
      {USUAL.map((days) => (
        <Chip key={days} onClick={() => onChoose(days)}>
          {days}
        </Chip>
      ))}
    </div>
  </>
);
