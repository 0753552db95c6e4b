/** Returns a typed time of day in stored form: 1830, 6:30 and 630 are hours and minutes. Other text stays unchanged. */
export function clockText(typed: string): string {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return typed.trim()
  return `${hours.padStart(2, '0')}:${minutes}`
}
