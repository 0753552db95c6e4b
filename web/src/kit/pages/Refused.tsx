import { useLayoutEffect, useRef, useState } from 'react'
import type { Fault } from '../../wire/use-answer.ts'
import './page.css'

/** Selector of the fault at a field. */
const AT_FIELDS = '.mantine-InputWrapper-error, .refusal'

/**
 * Shows below its fields why a form was rejected. It omits what the named fields show themselves and focuses the first
 * of them, which may be out of view.
 */
export function Refused({ fault }: { fault: Fault | null }) {
  const { place, isShown } = useFaultFocus<HTMLParagraphElement>(fault)
  return (
    <p ref={place} className="refusal" role="alert">
      {isShown ? '' : fault?.message}
    </p>
  )
}

/**
 * Focuses the first field with a fault; returns whether the fields of the form around `place` show all of the fault.
 */
export function useFaultFocus<Place extends HTMLElement>(fault: Fault | null) {
  const place = useRef<Place>(null)
  const [isShown, setShown] = useState(false)
  useLayoutEffect(() => {
    const form = place.current?.closest('form')
    if (form == null || fault === null) return undefined
    const look = () => setShown(isShownIn(form, place.current, fault))
    look()
    if (isShownIn(form, place.current, fault)) form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // A part of the form may be put away, and with it what its fields say.
    const seen = new MutationObserver(look)
    seen.observe(form, { childList: true, subtree: true })
    return () => seen.disconnect()
  }, [fault])
  return { place, isShown }
}

function isShownIn(form: HTMLFormElement, place: HTMLElement | null, { fields }: Fault): boolean {
  if (fields.length === 0) return false
  const text = [...form.querySelectorAll(AT_FIELDS)]
    .filter((one) => one !== place)
    .map(({ textContent }) => textContent)
  return fields.every(({ why }) => text.some((words) => words.includes(why)))
}
