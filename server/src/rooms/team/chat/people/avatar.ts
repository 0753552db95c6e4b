/** Hues that differ clearly by day and night. */
const HUES = [205, 160, 265, 25, 340, 90, 185, 300]

/** Returns a picture of a user: the first letters of the name on a colour of the id, as SVG. */
export function avatarOf(name: string, id: string): string {
  const letters = name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((part) => Array.from(part)[0] ?? '')
    .join('')
    .toUpperCase()
    .replace(/[&<>"']/g, '')
  const hue = HUES[Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES.length]!
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="128" viewBox="0 0 128 128"><rect width="128" height="128" fill="hsl(${hue} 45% 35%)"/><text x="64" y="64" dy=".35em" text-anchor="middle" font-family="sans-serif" font-size="52" fill="#fff">${letters}</text></svg>`
}
