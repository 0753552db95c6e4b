import { useEffect, useState } from 'react'
import { useCalls } from '../calls.store.ts'
import { LevelMeter } from '../media/level.ts'

const EVERY_MS = 300
/** Level from which a participant counts as speaking. */
const SPEAKS = 0.25

/** Returns the windows whose users speak at the moment. */
export function useSpeakers(): ReadonlySet<string> {
  const lines = useCalls((state) => state.lines)
  const [speakers, setSpeakers] = useState<ReadonlySet<string>>(new Set())
  const streams = Object.entries(lines).flatMap(([peer, { stream }]) =>
    stream !== null && stream.getAudioTracks().length > 0 ? [[peer, stream] as const] : [],
  )
  const key = streams.map(([peer, stream]) => `${peer} ${stream.id}`).join()
  useEffect(() => {
    const meters = streams.map(
      ([peer, stream]) => [peer, new LevelMeter(stream.getAudioTracks()[0]!)] as const,
    )
    const timer = setInterval(() => {
      const now = meters.filter(([, meter]) => meter.read() > SPEAKS).map(([peer]) => peer)
      setSpeakers((before) =>
        before.size === now.length && now.every((peer) => before.has(peer)) ? before : new Set(now),
      )
    }, EVERY_MS)
    return () => {
      clearInterval(timer)
      for (const [, meter] of meters) meter.close()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names the streams
  }, [key])
  return speakers
}
