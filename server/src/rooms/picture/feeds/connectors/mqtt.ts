import mqtt from 'mqtt'
import type { ConnectorFactory, FeedAddress } from '../reading/connector.ts'
import { sentenceOf } from '../../../../platform/kernel/http/errors.ts'
import { Posts } from '../posts/posts.ts'
import { Retry, stallMs } from '../reading/retry.ts'
import { LineBySender } from './udp.ts'

const LARGEST = 1 << 20
const AS_IT_IS = { packing: '', type: '' }

function openClient({ address, secret }: FeedAddress) {
  const [username, ...password] = secret?.split(':') ?? []
  return mqtt.connect(address, {
    reconnectPeriod: 2000,
    connectTimeout: 10_000,
    resubscribe: true,
    ...(username === undefined ? {} : { username, password: password.join(':') }),
  })
}

/** NMEA or AIS-catcher JSON published on the topics of `topic` (default `#`); user and password from the secret `user:password`. */
export const mqttSubscriber: ConnectorFactory = (feed, end, site) => {
  const retry = new Retry()
  const lines = new LineBySender(end)
  const posts = new Posts(site, end, feed.address)
  let client: mqtt.MqttClient | undefined
  let stopped = false
  let watchdog: NodeJS.Timeout | undefined
  let heardAt = 0

  function onMessage(topic: string, payload: Buffer) {
    heardAt = performance.now()
    if (!end.accepting()) return end.overflow(1)
    if (payload.length > LARGEST) end.malformed('a message is larger than 1 MB; publish less at once')
    else void posts.take(payload, AS_IT_IS, () => lines.of(topic))
  }

  // The client reconnects by itself and resolves the name again.
  const start = () =>
    void site.reach.check(new URL(feed.address).hostname).then(connect, (error: unknown) => {
      end.closed(sentenceOf(error))
      retry.later(start)
    })

  return {
    start,
    stop: async () => {
      stopped = true
      retry.end()
      clearInterval(watchdog)
      posts.stop()
      lines.close()
      await client?.endAsync(true)
    },
    pause: () => undefined,
    resume: () => undefined,
  }

  function connect() {
    if (stopped) return
    client = openClient(feed)
    let why: string | null = null
    client.on('connect', () => {
      heardAt = performance.now()
      client?.subscribe(String(feed.options['topic'] ?? '#'), (error) => {
        if (error) end.malformed(`the broker refuses the topic: ${error.message}`)
      })
      end.opened()
    })
    client.on('message', onMessage)
    client.on('error', (error) => (why = error.message))
    client.on('close', () => end.closed(stopped ? null : (why ?? 'the broker closed the connection')))
    const stall = stallMs(feed.expectedIntervalS)
    watchdog = setInterval(() => {
      if (client?.connected === true && performance.now() - heardAt > stall) {
        heardAt = performance.now()
        client.reconnect()
      }
    }, 5000)
  }
}
