/** Shown when a chunk no longer exists or there is no connection; reloading gets the present version. */
export function DidNotCome() {
  return (
    <main className="loading">
      <p role="alert">
        Страница не загрузилась. Проверьте интернет и{' '}
        <button type="button" className="plain" onClick={() => window.location.reload()}>
          обновите её
        </button>
        .
      </p>
    </main>
  );
}
