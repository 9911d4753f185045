/** Beside offline.html: the page that was meant opens as soon as the server answers again. */
const PAUSE_MS = 5000;

async function look() {
  try {
    const answer = await fetch('/readyz', { method: 'HEAD', cache: 'no-store' });
    if (answer.status < 500) window.location.reload();
  } catch {
    // still away
  }
}

document.getElementById('again').addEventListener('click', () => window.location.reload());
window.addEventListener('online', look);
setInterval(look, PAUSE_MS);
