import { useEffect } from 'react'
import { sessionNow } from './call-actions.ts'
import { useCalls } from './calls.store.ts'
import { useDevices } from './media/devices.ts'

const isWriting = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, button, a, [contenteditable=true], [role=menu]') !== null

export function setTalking(isTalking: boolean): void {
  if (useCalls.getState().isTalking === isTalking) return
  useCalls.setState({ isTalking })
  sessionNow()?.applyMute()
}

/** Opens the microphone while the space bar is held, where push to talk is chosen. */
export function useTalkKey() {
  const isWanted = useCalls(({ current }) => current !== null)
  const isPushToTalk = useDevices((state) => state.isPushToTalk)
  useEffect(() => {
    sessionNow()?.applyMute()
    if (!isWanted || !isPushToTalk) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || isWriting(event.target)) return
      event.preventDefault()
      if (!event.repeat) setTalking(true)
    }
    const release = (event: KeyboardEvent) => event.code === 'Space' && setTalking(false)
    const stop = () => setTalking(false)
    window.addEventListener('keydown', press)
    window.addEventListener('keyup', release)
    window.addEventListener('blur', stop)
    return () => {
      stop()
      window.removeEventListener('keydown', press)
      window.removeEventListener('keyup', release)
      window.removeEventListener('blur', stop)
    }
  }, [isWanted, isPushToTalk])
}
