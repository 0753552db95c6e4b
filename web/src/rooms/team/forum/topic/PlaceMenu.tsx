import { NumberInput, Popover } from '@mantine/core'
import { useState } from 'react'
import { PrimaryButton } from '../../../../kit/forms/PrimaryButton.tsx'
import { countText } from '../../../../kit/text/quantity-text.ts'
import { useTopic } from './topic-context.ts'

/** Place of the reader in the topic, with ways to another: first post, first unread, a number, the end. */
export function PlaceMenu({ number }: { number: number }) {
  const { topic, open } = useTopic()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<number | string>('')
  const last = Math.max(open.window?.lastNumber ?? 0, topic.last_number)
  const go = (to: Parameters<typeof open.jump>[0]) => {
    setOpen(false)
    void open.jump(to)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className="bar-button figures"
          title="Go to another post"
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">Post </span>
          {countText(number)} / {countText(last)}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="forum-place">
        <button type="button" className="link-button" onClick={() => go({ number: 1 })}>
          First post
        </button>
        {topic.first_unread !== null && (
          <button type="button" className="link-button" onClick={() => go({ number: topic.first_unread! })}>
            First unread
          </button>
        )}
        {topic.answer_number !== null && (
          <button type="button" className="link-button" onClick={() => go({ number: topic.answer_number! })}>
            Answer
          </button>
        )}
        <button type="button" className="link-button" onClick={() => go('END')}>
          Last post
        </button>
        <form
          className="forum-place-number"
          onSubmit={(event) => {
            event.preventDefault()
            if (typeof wanted === 'number') go({ number: wanted })
          }}
        >
          <NumberInput
            aria-label="Number of a post"
            placeholder={`1 to ${last}`}
            size="xs"
            min={1}
            max={last}
            allowDecimal={false}
            value={wanted}
            onChange={setWanted}
          />
          <PrimaryButton type="submit" disabled={typeof wanted !== 'number'}>
            Go
          </PrimaryButton>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
