import { Anchor, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import type { NewCodes, TotpOffer } from '@ostatok/api/contract/account.endpoints.ts';
import { totpConfirmSchema } from '@ostatok/api/contract/sign-in.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { hasFieldErrors, messageOf } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { CopyField } from '../../../ui/CopyField.tsx';
import { confirmTotp } from './calls.ts';
import classes from './Security.module.css';

interface TotpProps {
  offer: TotpOffer;
  onDone: (codes: NewCodes) => void;
}

/** Groups of four, which are easier to type and break at a space. */
const inGroups = (secret: string): string => secret.replace(/.{4}(?=.)/g, '$& ');

function Steps({ offer, onDone }: TotpProps) {
  const { formik, bind, form } = useForm({
    schema: totpConfirmSchema,
    initialValues: { code: '' },
    async onSubmit({ code }) {
      try {
        onDone(await confirmTotp(code));
      } catch (error) {
        if (hasFieldErrors(error)) throw error;
        notify.error(messageOf(error, 'Не получилось. Повторите'));
      }
    },
  });
  return (
    <form {...form}>
      <Stack>
        <Text>Откройте приложение с кодами, отсканируйте картинку и введите шесть цифр, которые оно покажет.</Text>
        <img src={offer.qr} alt="QR-код для приложения с кодами" width={216} height={216} className={classes.qr} />
        <Anchor href={offer.uri} ta="center">
          Приложение на этом устройстве? Открыть его
        </Anchor>
        <CopyField label="Или введите ключ вручную" value={offer.secret} shown={inGroups(offer.secret)} />
        <TextInput
          label="Код из приложения"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          {...bind('code')}
        />
        <Button type="submit" loading={formik.isSubmitting}>
          Включить
        </Button>
      </Stack>
    </form>
  );
}

export function TotpModal({
  offer,
  onClose,
  onDone,
}: Omit<TotpProps, 'offer'> & { offer: TotpOffer | null; onClose: () => void }) {
  return (
    <Modal opened={offer !== null} onClose={onClose} title="Вход с кодом из приложения">
      {offer && <Steps offer={offer} onDone={onDone} />}
    </Modal>
  );
}
