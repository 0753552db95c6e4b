// Rooms: aircraft, feeds
import { encodeAvr } from '@samudra/nautical/adsb/adsb-encode'
import { afterEach, expect, test } from 'vitest'
import { Receiver, aServer, until } from '../../../../testing/servers/a-server.ts'
import {
  ADDRESS,
  beastOf,
  countersOf,
  isSeen,
  messagesOf,
  sbsLine,
} from '../../../../testing/seas/aircraft.ts'
import { size } from '../../../../testing/servers/durability-size.ts'
import { heldMb, heldSettled, noise } from '../../../../testing/seas/garbage.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

test.each(['beast-tcp', 'avr-tcp', 'sbs-tcp'] as const)(
  '%s survives noise, half messages and endless input, stores little of it and reconnects',
  async (kind) => {
    const receiver = await Receiver.listen()
    const sky = await aServer([receiver.feed('ADSB', { kind })])
    open.push(receiver, sky)
    const good = (address: number) =>
      kind === 'beast-tcp'
        ? beastOf(address)
        : Buffer.from(
            kind === 'avr-tcp'
              ? `;${messagesOf(address, 12.5, 72.25).map(encodeAvr).join('\n')}\n`
              : `\n${sbsLine(address, 12.5, 72.25)}\n`,
          )
    await receiver.send(good(ADDRESS))
    await until(isSeen(sky, ADDRESS), 'the first is seen')
    const held = await heldSettled(sky)
    await receiver.send(noise(1 << 20))
    for (let n = 0; n < size(10, 20); n++) await receiver.send(Buffer.alloc(1 << 20, n % 2 ? 'M' : '*'))
    const whole = good(ADDRESS)
    for (let n = 1; n < whole.length; n++) await receiver.send(whole.subarray(0, n))
    // Noise may hold the beginning of a frame that swallows the first good one.
    await receiver.send(good(ADDRESS + 1))
    await receiver.send(good(ADDRESS + 1))
    await until(isSeen(sky, ADDRESS + 1), 'the second is seen')
    const counters = await countersOf(sky)
    expect(counters.malformed + counters.overflow + counters.not_ais).toBeGreaterThan(50)
    expect((await heldMb()) - held).toBeLessThan(20)
    await receiver.send(good(ADDRESS + 2).subarray(0, 20))
    receiver.hangUp()
    await until(async () => (await countersOf(sky)).reconnects > 0, 'it has connected again')
    await receiver.send(good(ADDRESS + 3))
    await until(isSeen(sky, ADDRESS + 3), 'the last is seen')
  },
  60_000,
)
