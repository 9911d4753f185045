import { Button } from '@mantine/core';
import type { DeliveryDetails } from '@ostatok/tenant-runtime/contract/deliveries.endpoints.ts';
import { useRef } from 'react';
import classes from './Deliveries.module.css';
import { DeliveryLines, type LinesHandle } from './DeliveryLines.tsx';
import { DraftBar } from './DraftBar.tsx';
import { DraftFields } from './DraftFields.tsx';
import { sureDecisions } from './delivery-lines.ts';
import { PostQuestion } from './PostQuestion.tsx';
import { UnsaidUnits } from './UnsaidUnits.tsx';
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
  const saved = rows.filter(({ place }) => queued.get(place)?.state !== 'waiting');
  const sure = sureDecisions(saved);
  return (
    <>
      <DraftFields delivery={delivery} supplierRef={supplier} />
      {sure.length > 0 && (
        <div className={classes.sure}>
          <span>Похожи без сомнений: {sure.length}</span>
          <Button variant="default" onClick={() => queue.decide(...sure)}>
            Принять уверенные
          </Button>
        </div>
      )}
      <UnsaidUnits rows={saved} onDecide={queue.decide} />
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
        onRetry={queue.flush}
      />
      {posting.question && <PostQuestion question={posting.question} posting={posting} />}
    </>
  );
}
