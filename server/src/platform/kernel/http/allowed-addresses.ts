import dns from 'node:dns'
import { lookup } from 'node:dns/promises'
import { realpath, stat } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { embeddedIpv4 } from './embedded-ipv4.ts'

/** Limits on addresses and folders declared by administrators; those of the command line are not limited. */
export type Reach = {
  /** Returns why a host may not be called; null when it may, or when its name is not conclusive yet. */
  refuses(host: string): string | null
  /** Finds the addresses of a name that may be called. */
  lookup: net.LookupFunction
  /** Throws when a host may not be called, for those who look names up themselves. */
  check(host: string): Promise<void>
  /** The path of a file to read; throws when it may not be read or is none. */
  file(given: string): Promise<string>
}

/** Exceptions allowed at start: folders of recordings, and addresses or networks of this machine. */
export type ReachAllowed = {
  folders: string[]
  hosts: string[]
  /** Host of the database, when it is another machine. */
  databaseHost: string | null
}

export const FREE: Reach = {
  refuses: () => null,
  lookup: dns.lookup,
  check: async () => undefined,
  file: async (given) => given,
}

const HOW_FEEDS_MAY = 'To allow it, start the server with --feed-hosts and this address.'

/** Returns the allowed addresses and files; `howTo` states what to do to call a refused host all the same. */
export async function reachOf(
  { folders, hosts, databaseHost }: ReachAllowed,
  howTo = HOW_FEEDS_MAY,
): Promise<Reach> {
  const refusal = (host: string) => `${host} is this machine or the database. ${howTo}`
  const allowed = new net.BlockList()
  for (const one of hosts) addTo(allowed, one)
  const own = ownAddresses()
  if (databaseHost !== null)
    for (const { address } of await lookup(databaseHost, { all: true }).catch(() => [])) addTo(own, address)
  const mayCall = (address: string) => holds(allowed, address) || !holds(own, address)
  const refuses = (host: string) => {
    const plain = host.replace(/^\[|\]$/g, '')
    const isRefused = net.isIP(plain) === 0 ? isLocalName(plain) && !mayCall('127.0.0.1') : !mayCall(plain)
    return isRefused ? refusal(host) : null
  }
  const found: net.LookupFunction = (host, options, done) =>
    dns.lookup(host, { ...options, all: true }, (error, addresses) => {
      const may = error === null ? addresses.filter(({ address }) => mayCall(address)) : []
      if (may.length === 0) done(error ?? new Error(refusal(host)), [])
      else if (options.all === true) done(null, may)
      else done(null, may[0]!.address, may[0]!.family)
    })
  return {
    refuses,
    lookup: found,
    check: async (host) => {
      const why = refuses(host)
      if (why !== null) throw new Error(why)
      if (net.isIP(host.replace(/^\[|\]$/g, '')) !== 0) return
      const addresses = await lookup(host, { all: true })
      if (!addresses.every(({ address }) => mayCall(address))) throw new Error(refusal(host))
    },
    file: (given) => fileIn(folders, given),
  }
}

const isLocalName = (name: string) => /^(.+\.)?localhost\.?$/i.test(name)

/** Loopback, what is on this link alone, and the addresses of this machine. */
function ownAddresses(): net.BlockList {
  const own = new net.BlockList()
  for (const one of ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '::/128', '::1/128', 'fe80::/10'])
    addTo(own, one)
  for (const { address } of Object.values(os.networkInterfaces()).flatMap((all) => all ?? []))
    addTo(own, address)
  return own
}

/** `text` is an address or a network like 10.0.0.0/8. */
function addTo(list: net.BlockList, text: string) {
  const [address, bits] = text.split('/') as [string, string | undefined]
  const family = net.isIPv6(address) ? 'ipv6' : 'ipv4'
  list.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
}

/** True when a list has an address, or the IPv4 address that an IPv6 address leads to. */
function holds(list: net.BlockList, address: string): boolean {
  if (!net.isIPv6(address)) return list.check(address, 'ipv4')
  const embedded = embeddedIpv4(address)
  return list.check(address, 'ipv6') || (embedded !== null && list.check(embedded, 'ipv4'))
}

/**
 * Returns the path of a file. The error is the same for a file that is missing, is none, or lies elsewhere, so it
 * reveals nothing of the server.
 */
async function fileIn(folders: readonly string[], given: string): Promise<string> {
  const file = await realpath(path.resolve(folders[0] ?? '/', given)).catch(() => null)
  const homes = await Promise.all(folders.map((folder) => realpath(folder).catch(() => null)))
  const isHome = file !== null && homes.some((home) => home !== null && file.startsWith(home + path.sep))
  if (isHome && (await stat(file)).isFile()) return file
  throw new Error(
    `The file cannot be read. Move it to ${folders.join(' or ')}, or start the server with --feed-folders and its folder.`,
  )
}
