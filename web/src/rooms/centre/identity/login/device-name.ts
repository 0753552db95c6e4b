const SYSTEMS = [
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Linux', /Linux|X11/],
] as const
const BROWSERS = [
  ['Edge', /Edg\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const

/** Returns the name of a session in lists: "Firefox on Linux". */
export function deviceName(agent = navigator.userAgent): string {
  const of = (known: readonly (readonly [string, RegExp])[], usual: string) =>
    known.find(([, pattern]) => pattern.test(agent))?.[0] ?? usual
  return `${of(BROWSERS, 'Browser')} on ${of(SYSTEMS, 'a computer')}`
}
