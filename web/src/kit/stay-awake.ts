/** Prevents that the display goes dark, where the browser can; requested again when the page comes back. Returns what ends it. */
export function stayAwake() {
  let lock: WakeLockSentinel | undefined
  let isOver = false
  const request = () => {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    navigator.wakeLock.request('screen').then(
      (held) => {
        lock = held
        if (isOver) void held.release()
      },
      () => undefined,
    )
  }
  request()
  document.addEventListener('visibilitychange', request)
  return () => {
    document.removeEventListener('visibilitychange', request)
    isOver = true
    void lock?.release()
  }
}
