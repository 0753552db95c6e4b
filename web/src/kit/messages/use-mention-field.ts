import type { ComboboxStore } from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useState,
  type ChangeEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
} from 'react'
import { flushSync } from 'react-dom'
import { nameBegun } from '../people/mention-names.ts'
import { mentionsFor, withMention, type MentionChoice } from './mention-search.ts'

type Field = {
  text: string
  onText: (text: string) => void
  choices: readonly MentionChoice[]
  combobox: ComboboxStore
  area: RefObject<HTMLTextAreaElement | null>
}

/** Names offered in a field, and what the field does with them. */
export type MentionField = ReturnType<typeof useMentionField>

/** Offers names while one is written behind an @; Enter takes the first, Escape closes the list. */
export function useMentionField({ text, onText, choices, combobox, area }: Field) {
  const [caret, setCaret] = useState(0)
  const begun = nameBegun(text.slice(0, caret))
  const found = begun === null ? [] : mentionsFor(begun, choices)
  const isOpen = found.length > 0 && combobox.dropdownOpened
  const first = found[0]?.name
  const chooseFirst = useEffectEvent(() => combobox.selectFirstOption())
  useEffect(() => {
    if (!isOpen || first === undefined) return undefined
    const frame = requestAnimationFrame(() => chooseFirst())
    return () => cancelAnimationFrame(frame)
  }, [isOpen, first])
  return {
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
    change: ({ currentTarget: box }: ChangeEvent<HTMLTextAreaElement>) => {
      onText(box.value)
      setCaret(box.selectionEnd)
      combobox.openDropdown()
    },
    select: ({ currentTarget: box }: SyntheticEvent<HTMLTextAreaElement>) => setCaret(box.selectionEnd),
    escape: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return
      event.stopPropagation()
      combobox.closeDropdown()
    },
  }
}
