import { newId } from '@ostatok/kit/web/new-id.ts';
import toast from 'react-hot-toast';
import { diskMessage } from '../client/api.ts';
import { timeNow } from '../client/clock.ts';
import type { Taken } from '../offline/take-back.ts';
import { useWorkspace } from '../workspace/workspace.ts';
import { toastTakenBack } from './take-back-toasts.ts';

/** Takes a record back and shows the result. */
export function useTakeBack(): (taken: Taken) => Promise<void> {
  const { queue } = useWorkspace();
  return async (taken) => {
    try {
      const how = await queue.takeBack({ id: newId(), at: timeNow() }, taken);
      toastTakenBack(how, taken, queue.snapshot().problem?.offline === true);
    } catch (error) {
      toast.error(diskMessage(error));
    }
  };
}
