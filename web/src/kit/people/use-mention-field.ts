import { useCombobox } from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type SyntheticEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { mentionsFor, nameBegun, withMention, type MentionName } from './mention-names.ts'

type Given = { text: string; onText: (text: string) => void; names: readonly MentionName[] }

/** Names offered in a field, and what the field does with them. */
export type MentionState = ReturnType<typeof useMentionField>

/** Offers names while one is written behind an @; Enter takes the first, Escape closes the list. */
export function useMentionField({ text, onText, names }: Given) {
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const begun = nameBegun(text.slice(0, caret))
  const found = begun === null ? [] : mentionsFor(begun, names)
  const isOpen = found.length > 0 && combobox.dropdownOpened
  const first = found[0]?.name
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (!isOpen || first === undefined) return undefined
    // The options of a list that opens are there a moment later.
    const frame = requestAnimationFrame(() => chooseFirst())
    return () => cancelAnimationFrame(frame)
  }, [isOpen, first])
  return {
    area,
    combobox,
    found,
    isOpen,
    take: (name: string) => {
      const next = withMention(text, caret, name)
      flushSync(() => onText(next.text))
      setCaret(next.caret)
      combobox.closeDropdown()
      area.current?.focus()
      area.current?.setSelectionRange(next.caret, next.caret)
    },
    field: {
      value: text,
      onChange: ({ currentTarget: box }: ChangeEvent<HTMLTextAreaElement>) => {
        onText(box.value)
        setCaret(box.selectionEnd)
        combobox.openDropdown()
      },
      onSelect: ({ currentTarget: box }: SyntheticEvent<HTMLTextAreaElement>) => setCaret(box.selectionEnd),
      // Escape closes the names first, and the form or panel then.
      onKeyDownCapture: (event: KeyboardEvent) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        combobox.closeDropdown()
      },
      onBlur: () => combobox.closeDropdown(),
    },
  }
}
