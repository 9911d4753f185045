import { useSecurity } from '../diagnostics/figures.ts';

/**
 * Warns that anybody who gets a backup file can read it, and says what to configure; hidden when backups are encrypted.
 */
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
