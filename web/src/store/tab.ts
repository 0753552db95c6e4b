const TAB = 'samudra.tab'
/** A page that is left hands the name over to the one that comes; a tab that is a copy waits this long in vain. */
const HAND_OVER_MS = 300
/**
 * Wait for the tab name after a reload, which is no copy: on a busy machine the earlier page releases the name late.
 */
const RELOADED_MS = 5000

/** The name of this tab, the same after a reload; a tab made as a copy of another gets one of its own. */
export async function ownTab(): Promise<string> {
  const held = sessionStorage.getItem(TAB)
  if (held !== null && (await isFree(held))) return held
  const made = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  sessionStorage.setItem(TAB, made)
  await isFree(made)
  return made
}

/** Takes the name for as long as the page lives; false when another page has it. */
function isFree(name: string): Promise<boolean> {
  if (!('locks' in navigator)) return Promise.resolve(true)
  return new Promise((resolve) => {
    navigator.locks
      .request(
        `${TAB} ${name}`,
        { signal: AbortSignal.timeout(isReload() ? RELOADED_MS : HAND_OVER_MS) },
        () => {
          resolve(true)
          return new Promise(() => undefined)
        },
      )
      .catch(() => resolve(false))
  })
}

const isReload = () => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}
