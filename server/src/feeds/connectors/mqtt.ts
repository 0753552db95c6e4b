import mqtt from 'mqtt'
import type { ConnectorFactory } from '../connector.ts'
import { stallMs } from '../retry.ts'
import { readJson } from './aiscatcher.ts'
import { LineBySender } from './udp.ts'

const LARGEST = 1 << 20

/** NMEA or AIS-catcher JSON published on the topics of `topic` (default `#`); user and password from the secret `user:password`. */
export const mqttSubscriber: ConnectorFactory = (feed, end) => {
  const lines = new LineBySender(end)
  let client: mqtt.MqttClient | undefined
  let stopped = false
  let watchdog: NodeJS.Timeout | undefined
  let heardAt = 0

  function onMessage(topic: string, payload: Buffer) {
    heardAt = performance.now()
    if (!end.accepting()) return end.overflow(1)
    if (payload.length > LARGEST) return end.malformed('a message is larger than 1 MB; publish less at once')
    const text = payload.toString('utf8')
    const line = lines.of(topic)
    if (/^\s*[{[]/.test(text)) readJson(text, line, end)
    else line.bytes(Buffer.from(`${text}\n`))
  }

  return {
    start: () => {
      const [username, ...password] = feed.secret?.split(':') ?? []
      client = mqtt.connect(feed.address, {
        reconnectPeriod: 2000,
        connectTimeout: 10_000,
        resubscribe: true,
        ...(username === undefined ? {} : { username, password: password.join(':') }),
      })
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
    },
    stop: async () => {
      stopped = true
      clearInterval(watchdog)
      lines.close()
      await client?.endAsync(true)
    },
    pause: () => undefined,
    resume: () => undefined,
  }
}
