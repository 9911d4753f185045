import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { useRef } from 'react';
import { DeliveryLines, type LinesHandle } from './DeliveryLines.tsx';
import { DraftBar } from './DraftBar.tsx';
import { DraftFields } from './DraftFields.tsx';
import { sureDecisions } from './delivery-lines.ts';
import { PostQuestion } from './PostQuestion.tsx';
import { useDecisions } from './use-decisions.ts';
import { usePosting } from './use-posting.ts';

/** A draft: every decision is saved as it is made, so that nothing is lost by leaving. */
export function Draft({ delivery }: { delivery: DeliveryDetails }) {
  const { id, rows } = delivery;
  const lines = useRef<LinesHandle>(null);
  const supplier = useRef<HTMLSelectElement>(null);
  const post = useRef<HTMLButtonElement>(null);
  const { queue, queued, trouble } = useDecisions(id);
  const posting = usePosting({
    id,
    queue,
    onRefused(code) {
      if (code === 'lines_undecided') lines.current?.next();
      if (code === 'no_supplier') supplier.current?.focus();
    },
  });
  return (
    <>
      <DraftFields delivery={delivery} supplierRef={supplier} />
      <DeliveryLines
        delivery={delivery}
        queue={queue}
        queued={queued}
        isCutOff={trouble !== null}
        onAllDecided={() => post.current?.focus()}
        ref={lines}
      />
      <DraftBar
        rows={rows}
        queued={queued}
        trouble={trouble}
        posting={posting}
        postRef={post}
        onNext={() => lines.current?.next()}
        onTakeSure={() => queue.decide(...sureDecisions(rows))}
        onRetry={queue.flush}
      />
      {posting.question && <PostQuestion question={posting.question} posting={posting} />}
    </>
  );
}
