import './operations.css';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { pastOf, progressText } from './texts.ts';

/** A progress bar of the operation. */
export const OperationBar = ({ operation }: { operation: Operation }) => (
  <div className="operation-bar">
    <progress max={Math.max(1, operation.total)} value={pastOf(operation)} aria-label={operation.title} />
    <span className="dim" aria-live="polite">
      {progressText(operation)}
    </span>
  </div>
);
