import { useSecurity } from '../diagnostics/figures.ts';

/** That whoever gets a copy's file reads it, and what to set; nothing where copies are encrypted. */
export function Unencrypted() {
  const { data } = useSecurity(true);
  const finding = data?.findings.find(({ id }) => id === 'backup_key');
  if (!finding) return null;
  return (
    <p className="panel panel-warning list-notice" role="note">
      <strong>{finding.message}.</strong> {finding.advice}.
    </p>
  );
}
