import type { PassedFix } from '../passed-fix.ts'

/** Receiver of what a reader finds in a file, in order; lines count from 1. */
export interface Sink {
  fix(fix: PassedFix, line: number): void
  /** Counts a row without a position. */
  skip(): void
  fault(line: number, field: string, why: string): void
}

/** Reads a file piece by piece; nothing of it is held but what has not ended yet. */
export interface TrackReader {
  /** Which writing of the format it is, once known. */
  readonly dialect: string
  feed(chunk: Uint8Array): void
  end(): void
}
