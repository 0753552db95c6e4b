import { useState, type ComponentPropsWithRef, type FormEvent } from 'react'
import { createPortal } from 'react-dom'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Fault = { field: Field; beside: Element; words: string }

/**
 * A form that says beside each field what is wrong with it, in our words and on our ground; the browser's own bubble is
 * in its language, over other fields, and gone before it is read.
 */
export function Form({ onSubmit, onInput, children, ...others }: ComponentPropsWithRef<'form'>) {
  const [faults, setFaults] = useState<Fault[]>([])
  const forget = (fields: readonly Field[]) => {
    for (const field of fields) field.removeAttribute('aria-invalid')
  }
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
        const isMended = ({ field }: Fault) => !field.isConnected || field.validity.valid
        const mended = faults.filter(isMended)
        if (mended.length === 0) return
        forget(mended.map(({ field }) => field))
        setFaults(faults.filter((fault) => !isMended(fault)))
      }}
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

const faultsIn = (form: HTMLFormElement): Fault[] =>
  [...form.elements].flatMap((element) => {
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
    if (!isField || !element.willValidate || element.validity.valid) return []
    const beside = element.closest('.mantine-InputWrapper-root') ?? element.parentElement!
    return [{ field: element, beside, words: wordsFor(element) }]
  })

/** What to do, for each way a field can be wrong. */
function wordsFor(field: Field): string {
  const { validity } = field
  if (validity.valueMissing) return 'This is needed.'
  if (validity.typeMismatch && field.type === 'email')
    return 'Write an e-mail address, such as asha@navy.example.'
  if (validity.typeMismatch && field.type === 'url') return 'Write an address that begins with https://.'
  if (field instanceof HTMLSelectElement) return 'Choose one.'
  if (validity.tooShort) return `Write at least ${field.minLength} letters.`
  if (validity.tooLong) return `Write at most ${field.maxLength} letters.`
  if (field instanceof HTMLTextAreaElement) return 'This does not fit here.'
  if (validity.rangeUnderflow) return `At least ${field.min}.`
  if (validity.rangeOverflow) return `At most ${field.max}.`
  if (validity.patternMismatch && field.title !== '') return field.title
  if (validity.badInput || validity.stepMismatch) return 'Write a number.'
  return 'This does not fit here.'
}
