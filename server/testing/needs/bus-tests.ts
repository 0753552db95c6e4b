import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  START,
  instantOf,
  isAfter,
  numberOf,
  type Bus,
  type BusListener,
  type BusTopic,
  type Place,
} from '../../src/platform/needs/bus.ts'
import { until } from '../servers/a-server.ts'

/** Place that several buses share: `more` opens the bus of another process. */
export type BusPlace = {
  more(): Promise<Bus>
  /** The broker goes away in the middle of its work and comes back with what it had. */
  breakOff(whileAway?: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = (payload: Uint8Array) => new TextDecoder().decode(payload)
let topics = 0
const aTopic = (more: Partial<BusTopic> = {}): BusTopic => ({
  name: `test-${++topics}`,
  retentionMs: 60_000,
  retentionBytes: 8 * 1024 * 1024,
  ...more,
})

/** Listener that records what it receives. */
class Ear implements BusListener {
  readonly texts: string[] = []
  readonly places: Place[] = []
  readonly losses: Place[] = []
  onMessage(payload: Uint8Array, place: Place): void | Promise<void> {
    this.texts.push(textOf(payload))
    this.places.push(place)
  }
  lost(place: Place): void | Promise<void> {
    this.losses.push(place)
  }
  heard = (count: number) => until(() => this.texts.length >= count, `${count} are heard`)
}

const numbered = (what: string, count: number) => Array.from({ length: count }, (_, n) => `${what} ${n}`)

/** Tests of every engine for the bus. */
export function busConforms(ofEngine: string, openPlace: () => Promise<BusPlace>) {
  describe(`the bus ${ofEngine}`, () => {
    let place: BusPlace
    let open: Bus[] = []
    beforeAll(async () => {
      place = await openPlace()
    })
    afterEach(async () => {
      await Promise.all(open.map((bus) => bus.close()))
      open = []
    })
    afterAll(() => place.close())
    const more = async () => {
      const bus = await place.more()
      open.push(bus)
      return bus
    }

    test("messages of two processes are received by all in one order, each process's own in its order", async () => {
      const topic = aTopic()
      const [one, other] = [await more(), await more()]
      const ears = [new Ear(), new Ear()]
      await one.subscribe(topic, 'now', ears[0]!)
      await other.subscribe(topic, 'now', ears[1]!)
      const places = await Promise.all([
        ...numbered('one', 300).map((text) => one.publish(topic, bytes(text))),
        ...numbered('other', 300).map((text) => other.publish(topic, bytes(text))),
      ])
      await Promise.all(ears.map((ear) => ear.heard(600)))
      expect(ears[0]!.texts).toEqual(ears[1]!.texts)
      for (const who of ['one', 'other'])
        expect(ears[0]!.texts.filter((text) => text.startsWith(`${who} `))).toEqual(numbered(who, 300))
      expect(ears[0]!.places).toEqual(ears[1]!.places)
      expect([...places].sort((a, b) => instantOf(a) - instantOf(b))).toEqual(ears[0]!.places)
      for (const [n, at] of ears[0]!.places.entries()) {
        expect(numberOf(at)).toBe(n + 1)
        if (n > 0) expect(isAfter(at, ears[0]!.places[n - 1]!)).toBe(true)
      }
      expect(await one.head(topic)).toBe(ears[0]!.places.at(-1))
    })

    test('a new subscriber receives from now, from a place, or everything stored, of its topics only', async () => {
      const [topic, elsewhere] = [aTopic(), aTopic()]
      const bus = await more()
      expect(await bus.head(topic)).toBe(START)
      const second = (await Promise.all(numbered('a', 3).map((text) => bus.publish(topic, bytes(text)))))[1]!
      await bus.publish(elsewhere, bytes('of others'))
      const [now, after, stored, start] = [new Ear(), new Ear(), new Ear(), new Ear()]
      await bus.subscribe(topic, 'now', now)
      await bus.subscribe(topic, second, after)
      await bus.subscribe(topic, 'kept', stored)
      await bus.subscribe(topic, START, start)
      await bus.publish(topic, new Uint8Array([0, 255, 13, 10]))
      await Promise.all([now.heard(1), after.heard(2), stored.heard(4), start.heard(4)])
      expect(after.texts[0]).toBe('a 2')
      expect(stored.texts.slice(0, 3)).toEqual(numbered('a', 3))
      expect([now, after, stored, start].flatMap(({ losses }) => losses)).toEqual([])
      expect([now, after, stored, start].map(({ texts }) => texts.length)).toEqual([1, 2, 4, 4])
    })

    test('messages are delivered one after another; a failed handler receives the next and blocks no other', async () => {
      const topic = aTopic()
      const bus = await more()
      const [good, bad] = [new Ear(), new Ear()]
      let atOnce = 0
      bad.onMessage = async (payload) => {
        expect(++atOnce).toBe(1)
        await new Promise((resolve) => setImmediate(resolve))
        atOnce--
        if (textOf(payload) === 'a 1') throw new Error('it does not fit')
        bad.texts.push(textOf(payload))
      }
      await bus.subscribe(topic, 'now', bad)
      await bus.subscribe(topic, 'now', good)
      await Promise.all(numbered('a', 4).map((text) => bus.publish(topic, bytes(text))))
      await Promise.all([good.heard(4), bad.heard(3)])
      expect(bad.texts).toEqual(['a 0', 'a 2', 'a 3'])
      expect(good.texts).toEqual(numbered('a', 4))
    })

    test('a subscriber too slow for the retention is notified, reads afresh and receives what follows', async () => {
      const topic = aTopic({ retentionBytes: 2_000_000 })
      const bus = await more()
      const ear = new Ear()
      let goOn = () => undefined as void
      const gate = new Promise<void>((resolve) => (goOn = resolve))
      let isRead = false
      ear.onMessage = async (payload, at) => {
        ear.texts.push(payload.length === 3 ? textOf(payload) : 'large')
        ear.places.push(at)
        if (ear.texts.length === 1) await gate
      }
      ear.lost = (at) => {
        if (!isRead) {
          isRead = true
          throw new Error('the database does not answer')
        }
        ear.losses.push(at)
      }
      await bus.subscribe(topic, 'now', ear)
      const large = new Uint8Array(20_000)
      for (let n = 0; n < 40; n++)
        await Promise.all(Array.from({ length: 10 }, () => bus.publish(topic, large)))
      const head = await bus.head(topic)
      const old = new Ear()
      await bus.subscribe(topic, `${instantOf(head) - 1}-1`, old)
      goOn()
      await until(() => ear.losses.length === 1 && old.losses.length === 1, 'it is told what is lost')
      expect(ear.losses).toEqual([head])
      await bus.publish(topic, bytes('new'))
      await until(() => ear.texts.at(-1) === 'new' && old.texts.at(-1) === 'new', 'what follows is heard')
      expect(numberOf(ear.places.at(-1)!)).toBe(401)
    })

    test('messages published while the broker was away are received once and in order', async () => {
      const topic = aTopic()
      const [one, other] = [await more(), await more()]
      const ears = [new Ear(), new Ear()]
      await one.subscribe(topic, 'now', ears[0]!)
      await other.subscribe(topic, 'now', ears[1]!)
      const received: Promise<Place>[] = []
      for (let round = 0; round < 2; round++) {
        const notifyAll = (when: string) =>
          received.push(...numbered(when, 100).map((text) => one.publish(topic, bytes(text))))
        notifyAll(`before ${round}`)
        await place.breakOff(async () => {
          notifyAll(`away ${round}`)
        })
        notifyAll(`after ${round}`)
      }
      await Promise.all([...received, ...ears.map((ear) => ear.heard(600))])
      const order = [0, 1].flatMap((round) =>
        ['before', 'away', 'after'].flatMap((when) => numbered(`${when} ${round}`, 100)),
      )
      for (const ear of ears) {
        expect(ear.texts).toEqual(order)
        expect(ear.losses).toEqual([])
      }
    })

    test('one of several claimants wins; a note is readable by all until it expires', async () => {
      const [one, other] = [await more(), await more()]
      const name = `claim-${++topics}`
      const claims = await Promise.all(
        [one, other, one, other].map((bus, n) => bus.claim(name, bytes(`by ${n}`), 60_000)),
      )
      expect(claims.filter((before) => before === null).length).toBe(1)
      const winner = claims.indexOf(null)
      expect(textOf((await other.noted(name))!)).toBe(`by ${winner}`)
      await other.note(name, bytes('done'), 60_000)
      expect(textOf((await one.claim(name, bytes('late'), 60_000))!)).toBe('done')
      await one.note(name, null, 0)
      expect(await other.noted(name)).toBeNull()
      await other.note(name, bytes('short'), 20)
      await until(async () => (await one.noted(name)) === null, 'its time is over')
    })

    test('a stopped subscriber receives nothing more, also in the middle; a closed bus publishes nothing', async () => {
      const topic = aTopic()
      const [one, other] = [await more(), await more()]
      const ear = new Ear()
      const hearing = await other.subscribe(topic, 'now', ear)
      await one.publish(topic, bytes('a'))
      await ear.heard(1)
      await hearing.stop()
      await one.publish(topic, bytes('b'))
      const later = new Ear()
      await one.subscribe(topic, START, later)
      await later.heard(2)
      expect(ear.texts).toEqual(['a'])
      await one.close()
      await expect(one.publish(topic, bytes('c'))).rejects.toThrow('closed')
    })
  })
}
