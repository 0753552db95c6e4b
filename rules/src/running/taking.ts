/** Results of taking input. TOO_LATE: it lies before all memory, so look the vessel up in the history. */
export const TAKING = { YES: 0, AGAIN: 1, LATE: 2, TOO_LATE: 3 } as const
export type Taking = (typeof TAKING)[keyof typeof TAKING]
