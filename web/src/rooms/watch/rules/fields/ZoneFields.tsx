import { Button } from '@mantine/core'
import { AOI_TYPE_WORDS } from '@samudra/contract/areas'
import { IconPolygon } from '@tabler/icons-react'
import { useState } from 'react'
import { later } from '../../../../kit/pages/later.tsx'
import { Choice, Num, Pick } from './inputs.tsx'
import { placeKindOf, PLACES, RELATIONS, withRelation, type Of, type PlaceKind } from '../builder/kinds.ts'
import type { Things } from './use-things.ts'

const DrawZone = later(() => import('../builder/DrawZone.tsx').then((code) => code.DrawZone))

type Zone = Of<'zone'>
type Props = { node: Zone; things: Things; onChange: (node: Zone) => void }
const TAGS = Object.entries(AOI_TYPE_WORDS).map(([value, label]) => ({ value, label }))
const BOUNDARIES = [
  { value: '12NM', label: '12 NM' },
  { value: '24NM', label: '24 NM' },
] as const
const BEGUN: Record<PlaceKind, Zone['zone']> = {
  aoi: { aoi: '' },
  eez: { eez: '' },
  port: { port: '' },
  boundary: { boundary: '12NM' },
  tag: { tag: 'RESTRICTED' },
  area: {},
  line: {},
}
const SIDES = [
  { value: 'ANY', label: 'either way' },
  { value: 'LEFT', label: 'to port of it' },
  { value: 'RIGHT', label: 'to starboard of it' },
] as const

/** Selects the relation of a vessel to a place, and the place: picked by name, or drawn. */
export function ZoneFields({ node, things, onChange }: Props) {
  // A shape that is not drawn yet has no name, so the choice is stored here until it has one.
  const [chosen, setChosen] = useState<PlaceKind | null>(null)
  const isNamed = Object.values(node.zone).length > 0
  const kind = isNamed ? placeKindOf(node.zone) : (chosen ?? 'aoi')
  const put = (zone: Zone['zone']) => onChange({ ...node, zone })
  return (
    <>
      {kind !== 'line' && (
        <Choice
          label="Relation to the place"
          data={RELATIONS}
          width={120}
          value={node.rel}
          onChange={(rel) => onChange(withRelation(node, rel))}
        />
      )}
      {kind === 'line' && <span>crosses</span>}
      <Choice
        label="Kind of place"
        data={PLACES}
        width={170}
        value={kind}
        onChange={(next) => {
          setChosen(next)
          onChange({ ...withRelation(node, next === 'line' ? 'CROSS' : node.rel), zone: BEGUN[next] })
        }}
      />
      <Place kind={kind} zone={node.zone} things={things} put={put} />
      <Extent node={node} onChange={onChange} />
      {kind === 'line' && (
        <Choice
          label="Which way"
          data={SIDES}
          width={140}
          value={node.side ?? 'ANY'}
          onChange={(side) => {
            const { side: _side, ...rest } = node
            onChange(side === 'ANY' ? rest : { ...rest, side })
          }}
        />
      )}
    </>
  )
}

type PlaceProps = { kind: PlaceKind; zone: Zone['zone']; things: Things; put: (zone: Zone['zone']) => void }
function Place({ kind, zone, things, put }: PlaceProps) {
  switch (kind) {
    case 'aoi':
    case 'eez':
    case 'port':
      return (
        <Pick of={kind} things={things} value={zone[kind] ?? ''} onChange={(id) => put({ [kind]: id })} />
      )
    case 'boundary':
      return (
        <Choice
          label="Boundary"
          data={BOUNDARIES}
          width={90}
          value={zone.boundary ?? '12NM'}
          onChange={(boundary) => put({ boundary })}
        />
      )
    case 'tag':
      return (
        <Choice
          label="Kind of area"
          data={TAGS}
          width={140}
          value={zone.tag ?? ''}
          onChange={(tag) => put({ tag })}
        />
      )
    default:
      return <Drawn kind={kind} zone={zone} put={put} />
  }
}

/** A ring ends where it began. */
const cornersOf = ({ coordinates, type }: { type: string; coordinates: readonly unknown[] }): number =>
  type === 'LineString'
    ? coordinates.length
    : (coordinates.flat(type === 'Polygon' ? 0 : 1) as unknown[][]).reduce(
        (sum, ring) => sum + ring.length - 1,
        0,
      )

/** Shows the shape drawn for this rule alone. */
function Drawn({
  kind,
  zone,
  put,
}: {
  kind: 'area' | 'line'
  zone: Zone['zone']
  put: (zone: Zone['zone']) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const shape = zone[kind]
  const corners = shape === undefined ? 0 : cornersOf(shape)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPolygon size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {shape === undefined ? 'Draw on the map' : `Drawn, ${corners} corners`}
      </Button>
      {isOpen && (
        <DrawZone
          kind={kind}
          zone={zone}
          onDrawn={(drawn) => {
            put(drawn)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Sets the distance, duration or time ahead, where the relation needs it. */
function Extent({ node, onChange }: Omit<Props, 'things'>) {
  const { rel, nm, min, eta_min } = node
  const put = (part: { nm?: number | undefined; min?: number | undefined; eta_min?: number | undefined }) => {
    const next = { nm, min, eta_min, ...part }
    const { nm: _nm, min: _min, eta_min: _eta, ...rest } = node
    const text = Object.entries(next).filter(([, value]) => value !== undefined)
    onChange({ ...rest, ...Object.fromEntries(text) })
  }
  if (rel === 'DWELL')
    return (
      <>
        <span>for</span>
        <Num label="Stays for" unit="min" min={0} value={min} onChange={(next) => put({ min: next })} />
      </>
    )
  const isTowards = rel === 'HEADING_TO' || rel === 'REACHABLE'
  if (rel !== 'NEAR' && !isTowards) return null
  return (
    <>
      <span>within</span>
      <Num
        label="Within"
        unit="NM"
        min={0}
        value={nm}
        placeholder={isTowards ? 'it' : ''}
        onChange={(next) => put({ nm: next })}
      />
      {isTowards && (
        <>
          <span>in</span>
          <Num label="In" unit="min" min={0} value={eta_min} onChange={(next) => put({ eta_min: next })} />
        </>
      )}
    </>
  )
}
