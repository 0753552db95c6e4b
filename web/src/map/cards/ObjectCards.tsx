import type { ChatCard } from '@samudra/contract/chat'
import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconAnchor,
  IconEyeOff,
  IconMap,
  IconPolygon,
  IconShip,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { When } from '../../kit/text/When.tsx'
import { showFound } from '../explanation/found.store.ts'
import { CARD_WORDS, instantOf, liveAddress } from './card.ts'
import { resolveCard } from './resolve-card.ts'
import './object-cards.css'

export const CARD_ICONS = {
  vessel: IconShip,
  area: IconPolygon,
  event: IconAlertOctagon,
  alert: IconAlertTriangle,
  port: IconAnchor,
  view: IconMap,
} as const

/** Objects that a message refers to, as far as the reader may see each. */
export function ObjectCards({ cards }: { cards: readonly ChatCard[] }) {
  if (cards.length === 0) return null
  return (
    <div className="object-cards">
      {cards.map((card) =>
        card.kind === 'view' ? (
          <ViewCard key={card.id} card={card} />
        ) : (
          <ObjectCard key={card.kind + card.id} card={card} />
        ),
      )}
    </div>
  )
}

const FRESH_MS = 60_000

function ObjectCard({ card }: { card: ChatCard }) {
  const { data, isPending } = useQuery({
    queryKey: ['chat card', card.kind, card.id],
    queryFn: () => resolveCard(card).catch(() => null),
    staleTime: FRESH_MS,
    retry: false,
  })
  if (isPending) return <Frame card={card} title={card.label || CARD_WORDS[card.kind]} />
  if (data == null)
    return (
      <div className="object-card" data-gone>
        <IconEyeOff size={18} stroke={1.5} aria-hidden />
        <span>
          <span className="object-card-kind">{CARD_WORDS[card.kind]}</span>
          You have no access to this object
        </span>
      </div>
    )
  return (
    <Frame
      card={card}
      title={
        'to' in data.opens ? (
          <Link to={data.opens.to}>{data.title}</Link>
        ) : (
          <OpenFound title={data.title} open={() => 'found' in data.opens && showFound(data.opens.found)} />
        )
      }
    >
      {data.facts.join(' · ')}
      {data.at !== null && (
        <>
          {data.facts.length > 0 && ' · '}
          <When at={data.at} />
        </>
      )}
    </Frame>
  )
}

const OpenFound = ({ title, open }: { title: string; open: () => void }) => (
  <button type="button" className="link-button" onClick={open}>
    {title}
  </button>
)

function ViewCard({ card }: { card: ChatCard }) {
  const at = instantOf(card.id)
  if (!card.id.startsWith('/home/')) return null
  return (
    <Frame
      card={card}
      title={
        <Link to={card.id}>
          {at === null ? (
            'Open the map'
          ) : (
            <>
              As it was, <When at={at} />
            </>
          )}
        </Link>
      }
    >
      {at !== null && <Link to={liveAddress(card.id)}>Same place now</Link>}
    </Frame>
  )
}

function Frame({ card, title, children }: { card: ChatCard; title: ReactNode; children?: ReactNode }) {
  const Icon = CARD_ICONS[card.kind]
  return (
    <div className="object-card">
      <Icon size={20} stroke={1.5} aria-hidden />
      <span>
        <span className="object-card-kind">{CARD_WORDS[card.kind]}</span>
        <b>{title}</b>
        {children !== undefined && <span className="dim">{children}</span>}
      </span>
    </div>
  )
}
