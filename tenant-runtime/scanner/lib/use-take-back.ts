import toast from 'react-hot-toast';
import { diskMessage } from './api.ts';
import { timeNow } from './clock.ts';
import { newId } from './new-id.ts';
import type { Taken } from './take-back.ts';
import { tellTakenBack } from './take-back-toasts.ts';
import { useWorkspace } from './workspace.ts';

/** Takes a record back and shows the result. */
export function useTakeBack(): (taken: Taken) => Promise<void> {
  const { queue } = useWorkspace();
  return async (taken) => {
    try {
      const how = await queue.takeBack({ id: newId(), at: timeNow() }, taken);
      tellTakenBack(how, taken, queue.snapshot().problem?.offline === true);
    } catch (error) {
      toast.error(diskMessage(error));
    }
  };
}
