import { MultiSelect, Textarea } from '@mantine/core'
import { isCondition } from '@samudra/contract/rule-tree'
import type { RulePredicate } from '@samudra/contract/rules'
import { useStaticAisData } from '../../../../store/static-ais-data.ts'
import { Choice, Num, Pick } from './inputs.tsx'
import { CALLS, CONFIDENCES, EVENT_OPTIONS, METRICS, USUAL_OF, type Of } from '../builder/kinds.ts'
import { useIsOfAircraft } from '../builder/subject.ts'
import type { Things } from './use-things.ts'

type Edit<K extends RulePredicate['k']> = { node: Of<K>; onChange: (node: Of<K>) => void }
type Near = Of<'near'>

/** Removes undefined values. */
const words = <Node extends object>(node: Node): Node =>
  Object.fromEntries(Object.entries(node).filter(([, value]) => value !== undefined)) as Node

const TARGETS = [
  { value: 'ship', label: 'a vessel with' },
  { value: 'list', label: 'a vessel on the list' },
  { value: 'infrastructure', label: 'the infrastructure' },
  { value: 'point', label: 'the place' },
] as const
type Target = (typeof TARGETS)[number]['value']
const BEGUN: Record<Target, () => Near['to']> = {
  ship: () => ({ op: 'ALL', of: [] }),
  list: () => ({ list: '' }),
  infrastructure: () => ({ infrastructure: '' }),
  point: () => ({ point: { lat: 0, lon: 0 } }),
}
const targetOf = (to: Near['to']): Target =>
  isCondition(to) ? 'ship' : 'list' in to ? 'list' : 'point' in to ? 'point' : 'infrastructure'

export function NearFields({ node, things, onChange }: Edit<'near'> & { things: Things }) {
  const { to } = node
  const targets = useIsOfAircraft() ? TARGETS.slice(2) : TARGETS
  return (
    <>
      <span>within</span>
      <Num
        label="Within"
        unit="NM"
        min={0}
        value={node.nm}
        onChange={(nm) => nm !== undefined && onChange({ ...node, nm })}
      />
      <span>of</span>
      <Choice
        label="Of what"
        data={targets}
        width={150}
        value={targetOf(to)}
        onChange={(target) => onChange({ ...node, to: BEGUN[target]() })}
      />
      {!isCondition(to) && 'list' in to && (
        <Pick
          of="list"
          things={things}
          value={to.list}
          onChange={(list) => onChange({ ...node, to: { list } })}
        />
      )}
      {!isCondition(to) && 'infrastructure' in to && (
        <Pick
          of="infrastructure"
          things={things}
          value={to.infrastructure}
          onChange={(infrastructure) => onChange({ ...node, to: { infrastructure } })}
        />
      )}
      {!isCondition(to) && 'point' in to && (
        <>
          {(['lat', 'lon'] as const).map((part) => (
            <Num
              key={part}
              label={part === 'lat' ? 'Latitude' : 'Longitude'}
              unit={part === 'lat' ? '° N' : '° E'}
              min={part === 'lat' ? -90 : -180}
              max={part === 'lat' ? 90 : 180}
              value={to.point[part]}
              onChange={(value) => onChange({ ...node, to: { point: { ...to.point, [part]: value ?? 0 } } })}
            />
          ))}
        </>
      )}
      <span>, at</span>
      <Num
        label="Speed at most"
        unit="kn at most"
        placeholder="any"
        min={0}
        value={node.max_sog}
        onChange={(max_sog) => onChange(words({ ...node, max_sog }))}
      />
    </>
  )
}

export const CpaFields = ({ node, onChange }: Edit<'cpa'>) => (
  <>
    <span>will pass within</span>
    <Num
      label="Passes within"
      unit="NM"
      min={0}
      value={node.nm}
      onChange={(nm) => nm !== undefined && onChange({ ...node, nm })}
    />
    <span>in</span>
    <Num
      label="In"
      unit="min"
      min={0}
      value={node.tcpa_min}
      onChange={(tcpa_min) => tcpa_min !== undefined && onChange({ ...node, tcpa_min })}
    />
    <span>of a vessel with</span>
  </>
)

const WHOSE = [
  { value: 'one', label: 'of the same vessel' },
  { value: 'other', label: 'of two vessels in turn' },
] as const
export const SeqFields = ({ node, onChange }: Edit<'seq'>) => (
  <>
    <span>one after the other within</span>
    <Num
      label="Within"
      unit="min"
      min={0}
      value={node.within_min}
      onChange={(within_min) => within_min !== undefined && onChange({ ...node, within_min })}
    />
    <Choice
      label="Of whom"
      data={WHOSE}
      width={180}
      value={node.same_vessel ? 'one' : 'other'}
      onChange={(whose) => onChange({ ...node, same_vessel: whose === 'one' })}
    />
  </>
)

export const EventFields = ({ node, onChange }: Edit<'event'>) => (
  <>
    <MultiSelect
      size="xs"
      miw={220}
      aria-label="Events"
      searchable
      selectFirstOptionOnChange
      hidePickedOptions
      placeholder={node.types.length === 0 ? 'Choose events' : ''}
      data={EVENT_OPTIONS.map(({ group, items }) => ({ group, items: [...items] }))}
      value={node.types}
      onChange={(types) => onChange({ ...node, types })}
    />
    <span>is</span>
    <Choice
      label="Confidence"
      data={CONFIDENCES}
      width={150}
      value={(node.min_confidence ?? 2) > 2 ? '4' : '2'}
      onChange={(sure) => onChange(words({ ...node, min_confidence: sure === '4' ? 4 : undefined }))}
    />
  </>
)

export function SourceFields({ node, onChange }: Edit<'source'>) {
  const codes = useStaticAisData()?.sources.map(({ code }) => code) ?? []
  return (
    <>
      <span>received by</span>
      <MultiSelect
        size="xs"
        miw={160}
        aria-label="Sources"
        searchable
        selectFirstOptionOnChange
        placeholder={node.any === undefined ? 'any source' : ''}
        data={[...new Set([...codes, ...(node.any ?? [])])]}
        value={node.any ?? []}
        onChange={(any) => onChange(words({ ...node, any: any.length === 0 ? undefined : any }))}
      />
      <span>, by</span>
      <Num
        label="Sources at least"
        unit="at least"
        min={1}
        max={20}
        placeholder="any"
        value={node.min_independent}
        onChange={(min_independent) => onChange(words({ ...node, min_independent }))}
      />
      <span>, reported within</span>
      <Num
        label="Reported within"
        unit="s"
        min={0}
        placeholder="any"
        value={node.max_latency_s}
        onChange={(max_latency_s) => onChange(words({ ...node, max_latency_s }))}
      />
    </>
  )
}

export const PortFields = ({ node, things, onChange }: Edit<'port'> & { things: Things }) => (
  <>
    <Choice
      label="Behaviour"
      data={CALLS}
      width={140}
      value={node.rel}
      onChange={(rel) => onChange({ ...node, rel: rel as Of<'port'>['rel'] })}
    />
    <Pick
      of="port"
      things={things}
      mayBeAny
      value={node.port ?? ''}
      onChange={(id) => onChange(words({ ...node, port: id === '' ? undefined : id }))}
    />
  </>
)

const LISTED = [
  { value: 'on', label: 'on the list' },
  { value: 'off', label: 'not on the list' },
] as const
export const ListFields = ({ node, things, onChange }: Edit<'list'> & { things: Things }) => (
  <>
    <Choice
      label="On it or not"
      data={LISTED}
      width={130}
      value={node.in ? 'on' : 'off'}
      onChange={(on) => onChange({ ...node, in: on === 'on' })}
    />
    <Pick of="list" things={things} value={node.list} onChange={(list) => onChange({ ...node, list })} />
  </>
)

export const BaselineFields = ({ node, onChange }: Edit<'baseline'>) => (
  <>
    <Choice
      label="Measure"
      data={METRICS}
      width={180}
      value={node.metric as (typeof METRICS)[number]['value']}
      onChange={(metric) =>
        onChange({ ...node, metric, ...(metric === 'lane' ? { of: 'TYPE' as const } : {}) })
      }
    />
    <span>is more than</span>
    <Num
      label="Deviations"
      unit="sd"
      min={0}
      max={20}
      value={node.z}
      onChange={(z) => z !== undefined && onChange({ ...node, z })}
    />
    <span>from the baseline</span>
    <Choice
      label="Baseline of"
      data={USUAL_OF}
      width={120}
      value={node.of}
      onChange={(of) => onChange({ ...node, of: of as Of<'baseline'>['of'] })}
    />
    <span>in</span>
    <Num
      label="Baseline period"
      unit="days"
      min={1}
      max={365}
      value={node.days}
      onChange={(days) => days !== undefined && onChange({ ...node, days: Math.round(days) })}
    />
  </>
)

export const ExprFields = ({ node, onChange }: Edit<'expr'>) => (
  <Textarea
    size="xs"
    aria-label="Formula"
    placeholder="sog < 2 kn and distance_to_port_nm > 10 NM"
    autosize
    minRows={1}
    maxLength={1000}
    className="rule-formula"
    value={node.text}
    onChange={(event) => onChange({ ...node, text: event.currentTarget.value })}
  />
)
