import type { ConnectorFactory, Line } from '../reading/connector.ts'

/** NMEA lines on standard input: a serial port (`stty … < /dev/ttyUSB0`), a pipe from another program. */
export const stdinNmea: ConnectorFactory = (_feed, end) => {
  let line: Line | undefined
  const onData = (chunk: Buffer) => line?.bytes(chunk)
  const onEnd = () => {
    line?.close()
    line = undefined
    end.closed('standard input ended')
  }
  return {
    start: () => {
      line = end.line()
      process.stdin.on('data', onData)
      process.stdin.once('end', onEnd)
      end.opened()
    },
    stop: async () => {
      process.stdin.off('data', onData)
      process.stdin.off('end', onEnd)
      process.stdin.pause()
      line?.close()
      end.closed(null)
    },
    pause: () => process.stdin.pause(),
    resume: () => process.stdin.resume(),
  }
}
