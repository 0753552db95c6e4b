/** Zones a user may choose, as clocks of machines know them; UTC where there is none. */
const ZONES: Record<string, string> = { IST: 'Asia/Kolkata', PST: 'America/Los_Angeles' }

export const zoneOf = (name: string): string => ZONES[name] ?? 'UTC'
