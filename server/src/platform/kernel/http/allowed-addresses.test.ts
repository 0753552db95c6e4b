import { expect, test } from 'vitest'
import { embeddedIpv4 } from './embedded-ipv4.ts'
import { reachOf } from './allowed-addresses.ts'

const NONE = { folders: [], hosts: [], databaseHost: null }

test.each([
  ['127.0.0.1', 'loopback'],
  ['::1', 'loopback'],
  ['::ffff:127.0.0.1', 'IPv4-mapped loopback'],
  ['::127.0.0.1', 'IPv4-compatible loopback'],
  ['2002:7f00:1::', '6to4 of loopback'],
  ['2002:a9fe:a9fe::1', '6to4 of a link-local address'],
  ['64:ff9b::7f00:1', 'NAT64 of loopback'],
  ['64:ff9b::127.0.0.1', 'NAT64 of loopback, dotted'],
  ['64:ff9b:1::169.254.169.254', 'local NAT64 of a link-local address'],
  ['2001:0:5ef5:79fd:0:59d:80ff:fffe', 'Teredo of loopback'],
])('%s is refused: %s', async (address) => {
  const { refuses } = await reachOf(NONE)
  expect(refuses(address)).toContain('is this machine or the database')
})

test.each(['2002:c633:6401::1', '64:ff9b::198.51.100.1', '2001:db8::7f00:1', '198.51.100.1'])(
  '%s of another machine is allowed',
  async (address) => {
    expect((await reachOf(NONE)).refuses(address)).toBeNull()
  },
)

test('the address behind a gateway is read from its group', () => {
  expect(embeddedIpv4('2002:c633:6401::1')).toBe('198.51.100.1')
  expect(embeddedIpv4('64:ff9b::c633:6401')).toBe('198.51.100.1')
  expect(embeddedIpv4('fe80::1%eth0')).toBeNull()
})
