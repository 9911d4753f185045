/** A part of the application is not there any more, or there is no connection: a new visit brings the present one. */
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
