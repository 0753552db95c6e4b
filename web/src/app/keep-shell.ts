/** Has the browser keep the page itself, so that a reload while the server is away shows it. Not while it is developed. */
export function keepShell() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Without it, as over a certificate the browser does not trust, a reload needs the server as ever.
  void navigator.serviceWorker.register('/shell.js').catch(() => undefined)
}
