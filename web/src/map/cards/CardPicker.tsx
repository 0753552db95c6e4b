import { Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getAlerts } from '@samudra/contract/alerts'
import type { ChatCard } from '@samudra/contract/chat'
import type { Found } from '@samudra/contract/search'
import { IconMap, IconMapPinPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findOnce } from '../explanation/finds.ts'
import { call } from '../../wire/call.ts'
import { CARD_WORDS, viewCard } from './card.ts'
import { CARD_ICONS } from './ObjectCards.tsx'
import { serverNow } from '../../wire/transport.ts'

const PAUSE_MS = 180
const LEAST = 2

/** Button that adds an object to a message: found by name, a recent alert, or the map as it is shown. */
export function CardPicker({ onPick }: { onPick: (card: ChatCard) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-start"
      shadow="md"
      width={320}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className="composer-tool"
          aria-label="Add a vessel, area, event, alert or port"
          title="Add a vessel, area, event, alert, port or the map"
          onClick={() => setOpen(!isOpen)}
        >
          <IconMapPinPlus size={17} stroke={1.6} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {isOpen && (
          <Choice
            onPick={(card) => {
              onPick(card)
              setOpen(false)
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

const isOnMap = () => ['/home/main/map', '/home/map/replay'].includes(window.location.pathname)

function Choice({ onPick }: { onPick: (card: ChatCard) => void }) {
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), PAUSE_MS)
  const found = useQuery({
    queryKey: ['chat card choice', wanted],
    queryFn: () => choicesFor(wanted),
  })
  return (
    <div className="card-choice">
      <TextInput
        size="xs"
        data-autofocus
        aria-label="Search objects"
        placeholder="Vessel, MMSI, area, event, port, alert"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [first] = found.data ?? []
          if (event.key !== 'Enter' || first === undefined) return
          event.preventDefault()
          onPick(first)
        }}
      />
      <ul aria-label="Objects">
        {isOnMap() && (
          <li>
            <button type="button" onClick={() => onPick(viewCard(window.location.search, serverNow()))}>
              <IconMap size={16} stroke={1.5} aria-hidden />
              <span>
                Current map view
                <span className="dim">Position, vessel, filter, layers and time</span>
              </span>
            </button>
          </li>
        )}
        {(found.data ?? []).map((card) => {
          const Icon = CARD_ICONS[card.kind]
          return (
            <li key={card.kind + card.id}>
              <button type="button" onClick={() => onPick(card)}>
                <Icon size={16} stroke={1.5} aria-hidden />
                <span>
                  {card.label}
                  <span className="dim">{CARD_WORDS[card.kind]}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      {found.data?.length === 0 && (
        <p className="dim">{found.isFetching ? 'Searching…' : 'No objects found.'}</p>
      )}
      {found.error !== null && <p className="refusal">{found.error.message}</p>}
    </div>
  )
}

const RECENT = 6
/** Returns what is found by name, and open alerts whose title or vessel has the words; without words recent alerts. */
async function choicesFor(words: string): Promise<ChatCard[]> {
  const [found, alerts] = await Promise.all([
    words.length < LEAST ? [] : findOnce(words),
    call(getAlerts, { limit: 100 }),
  ])
  const typed = words.toLowerCase()
  const named = alerts.items
    .map(({ id, title, ship_name, mmsi }) => ({
      id,
      label: [title, ship_name ?? mmsi].filter(Boolean).join(', '),
    }))
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .slice(0, RECENT)
  return [
    ...found.flatMap((one) => cardOfFound(one) ?? []),
    ...named.map((one): ChatCard => ({ kind: 'alert', ...one })),
  ]
}

function cardOfFound(found: Found): ChatCard | null {
  const { label } = found
  if (found.kind === 'vessel') return { kind: 'vessel', id: found.mmsi, label }
  if (found.kind === 'ship') return { kind: 'vessel', id: found.id, label }
  if (found.kind === 'port' || found.kind === 'area' || found.kind === 'event')
    return { kind: found.kind, id: found.id, label }
  return null
}

/** Objects of a message that is being written, each with a way to leave it out. */
export function CardChips({
  cards,
  onRemove,
}: {
  cards: readonly ChatCard[]
  onRemove: (card: ChatCard) => void
}) {
  if (cards.length === 0) return null
  return (
    <div className="card-chips" role="group" aria-label="Objects of this message">
      {cards.map((card) => {
        const Icon = CARD_ICONS[card.kind]
        const label = card.label || CARD_WORDS[card.kind]
        return (
          <span key={card.kind + card.id} className="card-chip">
            <Icon size={14} stroke={1.5} aria-hidden />
            <span>{label}</span>
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${label}`}
              onClick={() => onRemove(card)}
            >
              <IconX size={13} />
            </button>
          </span>
        )
      })}
    </div>
  )
}
