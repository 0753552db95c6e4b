/** Details of a log line, under names the line itself does not use. */
type Facts = Record<string, unknown> & { at?: never; level?: never; what?: never }
/** Log, one line per occurrence; values are counts, names and sentences, never passwords or tokens. */
export interface Log {
  info(what: string, facts?: Facts): void
  warn(what: string, facts?: Facts): void
  error(what: string, facts?: Facts): void
}

const LEVELS = ['error', 'warn', 'info'] as const
export type LogLevel = (typeof LEVELS)[number]

/** Writes JSON lines to standard error. */
export function lineLog(write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const at =
    (level: string) =>
    (what: string, facts: Facts = {}) =>
      write(`${JSON.stringify({ at: new Date().toISOString(), level, what, ...facts })}\n`)
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

/** A log that writes what is as grave as `level` or graver; `level` may change at any time. */
export function levelled(log: Log): Log & { level: LogLevel } {
  const at =
    (level: LogLevel) =>
    (what: string, facts?: Facts): void => {
      if (LEVELS.indexOf(level) <= LEVELS.indexOf(made.level)) log[level](what, facts)
    }
  const made = { level: 'info' as LogLevel, info: at('info'), warn: at('warn'), error: at('error') }
  return made
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
