import { Switch, type SwitchProps, TextInput, type TextInputProps } from '@mantine/core';

interface CountOptionsProps {
  spot: SwitchProps;
  blind: SwitchProps;
  recountThreshold: TextInputProps;
}

/** How a count is counted, whoever opens it; each field is given as its form binds it. */
export function CountOptions({ spot, blind, recountThreshold }: CountOptionsProps) {
  return (
    <>
      <Switch
        size="md"
        label="Выборочная проверка"
        description="Только сравнить: остаток после закрытия не изменится"
        {...spot}
      />
      <Switch
        size="md"
        label="Слепой подсчёт"
        description="Кто считает, не видит, сколько должно быть. Вы видите всё"
        {...blind}
      />
      <TextInput
        label="Порог пересчёта"
        description="Разницу больше этой система предложит пересчитать. Пусто — не предлагать"
        placeholder="0,5"
        inputMode="decimal"
        autoComplete="off"
        {...recountThreshold}
      />
    </>
  );
}
