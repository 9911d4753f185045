/** Done from the command line so far. */
export default function CleanupPage() {
  return (
    <div className="page">
      <h1>Очистка</h1>
      <p>
        Пока доступно из командной строки: <code>npx ostatok cleanup</code>
      </p>
    </div>
  );
}
