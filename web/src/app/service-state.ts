const WORDS: Record<string, string> = {
  OK: 'The picture is live',
  DEGRADED: 'The picture is live; part of the system has a fault',
  away: 'The picture is not available',
}

/**
 * Writes into an element whether the centre's picture is live now, as reported by the server. Returns a function that
 * stops it.
 */
export function showServiceState(element: HTMLElement): () => void {
  const stop = new AbortController()
  const show = (state: string) => {
    element.dataset['state'] = state
    element.textContent = WORDS[state] ?? ''
  }
  fetch('/healthz', { signal: stop.signal })
    .then((response) => response.json())
    .then((health: { state: string }) => show(health.state))
    .catch(() => {
      if (!stop.signal.aborted) show('away')
    })
  return () => stop.abort()
}
