export default function DiagnosticsPage() {
  return null;
}
