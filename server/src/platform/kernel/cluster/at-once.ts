/** Runs at most so many at once; the others wait in the order they came. */
export function atOnce(limit: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // A waiting caller takes over the place of the one that ends.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
