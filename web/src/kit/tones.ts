import { create } from 'zustand'

/** Severity of a sound. */
export type Tone = 'MESSAGE' | 'INFO' | 'WARNING' | 'CRITICAL'
/** Hertz, one short tone after the other: the graver, the more. */
const TONES: Record<Tone, readonly number[]> = {
  MESSAGE: [698, 1047],
  INFO: [523],
  WARNING: [659, 523],
  CRITICAL: [880, 659, 880, 659],
}
const TONE_S = 0.16
const LOUDNESS = 0.12

/** A browser plays nothing before somebody clicked or typed on the page. */
export const useTones = create<{ isAllowed: boolean }>(() => ({ isAllowed: false }))

let context: AudioContext | null = null
function allow() {
  context ??= new AudioContext()
  void context.resume().then(() => useTones.setState({ isAllowed: context?.state === 'running' }))
}

/** From the first click or key on tones can be heard. */
export function awaitGesture(): () => void {
  const kinds = ['pointerdown', 'keydown'] as const
  const end = () => kinds.forEach((kind) => removeEventListener(kind, heard))
  const heard = () => {
    allow()
    end()
  }
  for (const kind of kinds) addEventListener(kind, heard)
  return end
}

/** After tones, others that are no graver are left out for so long: what comes at once is heard once. */
const QUIET_MS = 2000
const GRAVER: readonly Tone[] = ['MESSAGE', 'INFO', 'WARNING', 'CRITICAL']
let last: { severity: Tone; at: number } | null = null

let isMuted = false
/** Mutes tones below critical: this user is not to be disturbed. */
export const muteTones = (isMute: boolean) => void (isMuted = isMute)
/** Returns true when sounds and pop-ups of a severity are to be left out. */
export const isMute = (severity: Tone) => isMuted && severity !== 'CRITICAL'

/** Plays the tones of a severity; false where the browser does not let it. */
export function playTones(severity: Tone): boolean {
  if (context?.state !== 'running') return false
  if (isMute(severity)) return true
  const at = performance.now()
  const isCovered =
    last !== null && at - last.at < QUIET_MS && GRAVER.indexOf(severity) <= GRAVER.indexOf(last.severity)
  if (isCovered) return true
  last = { severity, at }
  TONES[severity].forEach((hertz, i) => {
    const from = context!.currentTime + i * TONE_S * 1.3
    const gain = context!.createGain()
    gain.gain.setValueAtTime(0, from)
    gain.gain.linearRampToValueAtTime(LOUDNESS, from + 0.02)
    gain.gain.linearRampToValueAtTime(0, from + TONE_S)
    gain.connect(context!.destination)
    const tone = context!.createOscillator()
    tone.frequency.value = hertz
    tone.connect(gain)
    tone.start(from)
    tone.stop(from + TONE_S)
  })
  return true
}
