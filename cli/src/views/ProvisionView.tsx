import type { ProvisionStep } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { Box, Text } from 'ink';
import type { ReactElement } from 'react';
import type { Progress } from '../operations/create-tenant.ts';
import { Spinner } from './Spinner.tsx';

function Sign({ status }: { status: ProvisionStep['status'] }): ReactElement {
  switch (status) {
    case 'running':
      return <Spinner />;
    case 'done':
      return <Text color="green">✓</Text>;
    case 'failed':
      return <Text color="red">✗</Text>;
    case 'undone':
      return <Text color="yellow">↺</Text>;
    case 'waiting':
      return <Text dimColor>·</Text>;
  }
}

/** The provisioning of a tenant, one line per step. */
export function ProvisionView({ title, steps, lost }: Progress & { title: string }): ReactElement {
  return (
    <Box flexDirection="column">
      <Text bold>{title}</Text>
      {steps.map((step) => (
        <Box key={step.name} gap={1}>
          <Sign status={step.status} />
          <Text dimColor={step.status === 'waiting'}>{step.label}</Text>
          {step.ms !== undefined && <Text dimColor>{`${step.ms} мс`}</Text>}
          {step.error && <Text color="red">{step.error}</Text>}
        </Box>
      ))}
      {lost && <Text color="yellow">Связь потеряна, платформа продолжает работу. Ждём…</Text>}
    </Box>
  );
}
