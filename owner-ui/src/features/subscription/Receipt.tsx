import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Invoice } from '@ostatok/api/contract/billing.endpoints.ts';
import { RECEIPT_HOURS } from '@ostatok/api/contract/billing.ts';
import { formatAmount, formatMoment } from '../../lib/billing-labels.ts';
import { printPage } from '../../lib/print-page.ts';
import { FactList } from '../../ui/FactList.tsx';

const factsOf = (invoice: Invoice, receipt: NonNullable<Invoice['receipt']>): [string, string][] => [
  ['За что', invoice.description],
  ['Сумма', formatAmount(invoice.amount, invoice.currency)],
  ...(invoice.refunded_amount > 0
    ? [['Возвращено', formatAmount(invoice.refunded_amount, invoice.currency)] as [string, string]]
    : []),
  ['Оплачено', formatMoment(invoice.settled_at ?? invoice.created_at)],
  ['Номер', receipt.number],
  ['Номер в банке', receipt.provider_number],
];

/** A receipt for the owner's records. */
export function Receipt({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  if (!invoice.receipt) return null;
  const facts = factsOf(invoice, invoice.receipt);
  const { sent_at } = invoice.receipt;
  const print = () =>
    printPage(
      'Оплата «Остаток»',
      facts.map(([name, value]) => `${name}: ${value}`),
    );
  return (
    <Modal opened onClose={onClose} title="Квитанция" size="lg">
      <Stack>
        <FactList facts={facts} />
        <Text c="dimmed" fz="sm">
          {sent_at ? `Письмо с ней отправлено ${formatMoment(sent_at)}. ` : ''}
          Чек для налоговой приходит на почту в течение {RECEIPT_HOURS} часов.
        </Text>
        <Group justify="flex-end">
          <Button onClick={print}>Напечатать</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
