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

/** True once the browser allows sound, which it does only after a click or key press on the page. */
export const useTones = create<{ isAllowed: boolean }>(() => ({ isAllowed: false }))

let context: AudioContext | null = null
function allow() {
  context ??= new AudioContext()
  void context.resume().then(() => useTones.setState({ isAllowed: context?.state === 'running' }))
}

/** Enables tones from the first click or key press on. */
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

/**
 * Time after a tone during which tones of equal or lower severity are left out, so that simultaneous ones sound once.
 */
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
  TONES[severity].forEach((hertz, i) => playTone(context!, hertz, i * TONE_S * 1.3, TONE_S, LOUDNESS))
  return true
}

function playTone(context: AudioContext, hertz: number, afterS: number, lengthS: number, loudness: number) {
  const from = context.currentTime + afterS
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(loudness, from + 0.02)
  gain.gain.setValueAtTime(loudness, from + lengthS - 0.02)
  gain.gain.linearRampToValueAtTime(0, from + lengthS)
  gain.connect(context.destination)
  const tone = context.createOscillator()
  tone.frequency.value = hertz
  tone.connect(gain)
  tone.start(from)
  tone.stop(from + lengthS)
}

/** Tones of one ring, hertz: an incoming call twice, a call that is placed once and low. */
const RINGS = { IN: [587, 740, 587, 740], OUT: [425, 425] } as const
/** Plays one ring of a call; nothing where the browser does not let it, or this user is not to be disturbed. */
export function playRing(of: keyof typeof RINGS): void {
  if (context?.state !== 'running' || isMuted) return
  const lengthS = of === 'IN' ? 0.22 : 0.5
  RINGS[of].forEach((hertz, i) =>
    playTone(context!, hertz, i * lengthS, lengthS, LOUDNESS / (of === 'IN' ? 1 : 3)),
  )
}
