/** Done from the command line so far. */
export default function DiagnosticsPage() {
  return (
    <div className="page">
      <h1>Диагностика</h1>
      <p>
        Пока доступно из командной строки: <code>npx ostatok diagnostics</code>
      </p>
    </div>
  );
}
