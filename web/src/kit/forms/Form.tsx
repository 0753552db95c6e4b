import { useEffect, useState, type ComponentPropsWithRef, type FormEvent, type KeyboardEvent } from 'react'
import { createPortal } from 'react-dom'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Fault = { field: Field; beside: Element; words: string }

/**
 * A form that shows beside each field what is wrong with it, in the words and colours of the product.
 * Control and Enter submit it from every field.
 */
export function Form({ onSubmit, onInput, children, ...others }: ComponentPropsWithRef<'form'>) {
  const [faults, setFaults] = useState<Fault[]>([])
  const forget = (fields: readonly Field[]) => {
    for (const field of fields) field.removeAttribute('aria-invalid')
  }
  const dropCorrected = () => {
    const corrected = faults.filter(({ field }) => !field.isConnected || !isFaulty(field))
    if (corrected.length === 0) return
    forget(corrected.map(({ field }) => field))
    setFaults(faults.filter((fault) => !corrected.includes(fault)))
  }
  useEffect(() => {
    if (faults.length === 0) return undefined
    // A value that is chosen from a list stands in its field a moment later.
    const frame = requestAnimationFrame(dropCorrected)
    return () => cancelAnimationFrame(frame)
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const wrong = faultsIn(event.currentTarget)
    forget(faults.map(({ field }) => field))
    setFaults(wrong)
    const [first] = wrong
    if (first === undefined) {
      onSubmit?.(event as Parameters<NonNullable<typeof onSubmit>>[0])
      return
    }
    event.preventDefault()
    for (const { field } of wrong) field.setAttribute('aria-invalid', 'true')
    first.field.focus()
  }
  return (
    <form
      {...others}
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        onInput?.(event)
        dropCorrected()
      }}
      onKeyDownCapture={submitByKey}
    >
      {children}
      {faults.map(
        ({ field, beside, words }, i) =>
          field.isConnected &&
          createPortal(
            <p className="refusal" role="alert">
              {words}
            </p>,
            beside,
            String(i),
          ),
      )}
    </form>
  )
}

/** Submits by Control and Enter, before a list that Enter opens or closes takes the key. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  const { currentTarget: form, target } = event
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  // A form in a dialog of this one submits itself.
  const isField = [...form.elements].includes(target as Element)
  const isRichText = target instanceof HTMLElement && target.isContentEditable && form.contains(target)
  if (!isField && !isRichText) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) form.querySelector<HTMLButtonElement>('[type=submit]')?.click()
}

const faultsIn = (form: HTMLFormElement): Fault[] =>
  [...form.elements].flatMap((element) => {
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    if (!isField || !isFaulty(element)) return []
    const beside = element.closest('.mantine-InputWrapper-root') ?? element.parentElement!
    return [{ field: element, beside, words: wordsFor(element) }]
  })

const isFaulty = (field: Field) => isMissing(field) || (field.willValidate && !field.validity.valid)

/** Spaces are no value, and the field of a list, which the browser does not validate, needs one too. */
const isMissing = (field: Field) =>
  field.required && !field.disabled && field.type !== 'password' && field.value.trim() === ''

/** Returns the remedy for each kind of misfit of a field. */
function wordsFor(field: Field): string {
  const { validity } = field
  if (validity.customError) return field.validationMessage
  if (isMissing(field) && field instanceof HTMLInputElement && field.readOnly) return 'Choose a value.'
  if (validity.valueMissing || (isMissing(field) && !validity.badInput)) return 'This field is required.'
  if (validity.typeMismatch && field.type === 'email')
    return 'Enter an e-mail address, such as asha@navy.example.'
  if (validity.typeMismatch && field.type === 'url') return 'Enter an address that begins with https://.'
  if (field instanceof HTMLSelectElement) return 'Choose a value.'
  if (validity.tooShort) return `Enter at least ${field.minLength} characters.`
  if (validity.tooLong) return `Enter at most ${field.maxLength} characters.`
  if (field instanceof HTMLTextAreaElement) return 'This value is not valid.'
  if (validity.rangeUnderflow) return `Enter a value of at least ${field.min}.`
  if (validity.rangeOverflow) return `Enter a value of at most ${field.max}.`
  if (validity.patternMismatch && field.title !== '') return field.title
  if (validity.badInput || validity.stepMismatch) return 'Enter a number.'
  return 'This value is not valid.'
}
