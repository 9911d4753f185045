import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import toast from 'react-hot-toast';
import { useScales } from '../../venue/settings.ts';
import { useWorkspace } from '../../workspace/workspace.ts';

/** Zeroes the scale through its bridge, where the scale takes such a command. */
export function TareButton({ scaleId }: { scaleId: string }) {
  const { live } = useWorkspace();
  const { data } = useScales();
  const { mutate, isPending } = useMutation({
    mutationFn: () => live.tareScale(scaleId),
    onSuccess: (why) => why !== undefined && toast.error(why),
  });
  const scale = data?.scales.find((one) => one.scaleId === scaleId);
  if (!scale?.canTare || scale.state !== 'connected') return null;
  return (
    <Button size="sm" variant="default" loading={isPending} onClick={() => mutate()}>
      Обнулить
    </Button>
  );
}
