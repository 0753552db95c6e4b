/** Eight groups of an IPv6 address, each 16 bits; a zone such as `%eth0` is left out. */
function groupsOf(address: string): number[] {
  const plain = address.split('%')[0]!.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a, b, c, d] = parts.map(Number) as [number, number, number, number]
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const read = (text: string | undefined) =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail)]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

const ipv4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/**
 * Returns the IPv4 address that an IPv6 address is routed to by a gateway: 6to4 (RFC 3056), NAT64 (RFC 6052, RFC 8215),
 * Teredo (RFC 4380), and IPv4-mapped and IPv4-compatible ones (RFC 4291). Null for others.
 */
export function embeddedIpv4(address: string): string | null {
  const groups = groupsOf(address) as [number, number, number, number, number, number, number, number]
  const [a, b, c, , , f, g, h] = groups
  if (a === 0x2002) return ipv4(b, c)
  if (a === 0x64 && b === 0xff9b) return ipv4(g, h)
  if (a === 0x2001 && b === 0) return ipv4(g ^ 0xffff, h ^ 0xffff)
  const isLow = groups.slice(0, 5).every((group) => group === 0)
  return isLow && (f === 0xffff || f === 0) ? ipv4(g, h) : null
}
