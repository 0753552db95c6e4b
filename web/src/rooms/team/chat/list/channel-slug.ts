/** Returns a name for addresses from the name that people read; names without Latin letters get a number. */
export function channelSlug(name: string, now: number): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 50)
  return slug.length >= 2 ? slug : `channel-${now.toString(36)}`
}
