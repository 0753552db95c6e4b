/** What happened, one line each; values are counts, names and sentences, never passwords or tokens. */
export interface Log {
  info(what: string, facts?: Record<string, unknown>): void
  warn(what: string, facts?: Record<string, unknown>): void
  error(what: string, facts?: Record<string, unknown>): void
}

/** Writes JSON lines to standard error. */
export function lineLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at =
    (level: string) =>
    (what: string, facts: Record<string, unknown> = {}) =>
      write(`${JSON.stringify({ at: new Date().toISOString(), level, what, ...facts })}\n`)
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
