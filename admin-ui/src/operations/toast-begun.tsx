import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { toast } from 'react-hot-toast';
import { Link } from 'react-router';

const SHOWN_MS = 8000;

/** Says that an operation has started, with a link to its page. */
export function toastBegun(text: string, operation: Operation): void {
  toast.success(
    ({ id }) => (
      <span className="toast-undo">
        {text}
        <Link to={`/admin/operations/${operation.id}`} onClick={() => toast.dismiss(id)}>
          Следить
        </Link>
      </span>
    ),
    { duration: SHOWN_MS },
  );
}
