/** Relative luminance of a `#rrggbb` colour, WCAG 2.2. */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Computes the contrast of two colours, 1 to 21; text needs 4.5. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

/** A colour as it is, or as much nearer to another one as it takes to be read on every ground. */
export function legible(colour: string, towards: string, grounds: readonly string[], least = 4.5): string {
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = mix(colour, towards, share)
    if (grounds.every((ground) => contrast(mixed, ground) >= least)) return mixed
  }
  return towards
}

function mix(one: string, other: string, share: number): string {
  const channel = (at: number) => {
    const [from, to] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round(from! + (to! - from!) * share)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(1)}${channel(3)}${channel(5)}`
}
