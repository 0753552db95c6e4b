import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useWording } from '../text/wording.ts'

type Props = {
  /** ISO 8601; empty where the period is open. */
  from: string
  to: string
  /** Further conditions in words. */
  parts?: readonly string[]
  onEnd: () => void
}

/** Conditions that a figure gave to its list, in one button that takes them all away; nothing without any. */
export function Narrowing({ from, to, parts = [], onEnd }: Props) {
  const { time } = useWording()
  const period = from === '' && to === '' ? [] : [`${time(from || null)} – ${time(to || null)}`]
  const text = [...period, ...parts].join(' · ')
  if (text === '') return null
  return (
    <Button
      size="xs"
      variant="default"
      className="narrowing"
      title={text}
      aria-label={`Remove the conditions: ${text}`}
      rightSection={<IconX size={13} aria-hidden />}
      onClick={onEnd}
    >
      {text}
    </Button>
  )
}
