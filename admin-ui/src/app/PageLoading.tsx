/** A placeholder in the shape of the page to come. */
export function PageLoading() {
  return (
    <div className="page-loading" role="status">
      <span className="visually-hidden">Загружается</span>
      {[40, 100, 100, 100, 100, 100].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change places
        <span key={index} className="list-bone" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
