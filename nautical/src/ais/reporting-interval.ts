const ANCHORED_S = 180
const SLOW_KNOTS = 3
const RESTING = ['At anchor', 'Moored', 'Aground']

/**
 * Returns how often a station of a kind reports its position while all is well, seconds (M.1371-5 annex 1, tables 1
 * and 2). For a class B vessel it assumes the units that share the channel least; an unknown speed counts as under
 * way.
 */
export function reportingInterval(kind: string, navStatus: string | null, sog: number | null): number {
  switch (kind) {
    case 'ATON':
      return 180
    case 'SAR_AIRCRAFT':
    case 'BASE_STATION':
      return 10
    case 'LOCATING_DEVICE':
      return 60
    case 'CLASS_B':
      return sog !== null && sog <= 2 ? ANCHORED_S : 30
    default: {
      const isResting = navStatus !== null && RESTING.includes(navStatus)
      if (isResting && (sog ?? 0) <= SLOW_KNOTS) return ANCHORED_S
      if (sog === null || sog <= 14) return 10
      return sog <= 23 ? 6 : 2
    }
  }
}
