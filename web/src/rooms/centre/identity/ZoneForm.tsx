import { Button, Drawer, NumberInput, Textarea } from '@mantine/core'
import { addZone, getZones, updateZone, type Zone, type ZoneGeometry } from '@samudra/contract/zones'
import { polygonOfBox } from '@samudra/nautical/polygons/box'
import type { FormEvent } from 'react'
import { NameInput } from '../../../kit/forms/NameInput.tsx'
import { Form } from '../../../kit/forms/Form.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { useDraft } from '../../../kit/forms/form-draft.ts'
import { call } from '../../../wire/call.ts'
import { useAction, useStale } from '../../../wire/use-answer.ts'
import { LoginError } from './login/LoginError.tsx'
import { ZoneSketch } from './ZoneSketch.tsx'

type Box = { west: number; south: number; east: number; north: number }
type Draft = { name: string; way: 'box' | 'shape'; box: Box; text: string }
const SIDES = [
  ['north', 'North', -90, 90],
  ['south', 'South', -90, 90],
  ['west', 'West', -180, 180],
  ['east', 'East', -180, 360],
] as const
const EMPTY: Draft = { name: '', way: 'box', box: { west: 68, south: 5, east: 80, north: 15 }, text: '' }

/** A zone by its four sides, or by a GeoJSON polygon from elsewhere. */
export function ZoneForm({ zone, onClose }: { zone: Zone | 'new' | null; onClose: () => void }) {
  const isNew = zone === 'new'
  return (
    <Drawer
      opened={zone !== null}
      onClose={onClose}
      position="right"
      size={480}
      title={isNew ? 'Add zone' : 'Edit zone'}
    >
      {zone !== null && <Fields key={isNew ? 'new' : zone.id} zone={isNew ? null : zone} onClose={onClose} />}
    </Drawer>
  )
}

function Fields({ zone, onClose }: { zone: Zone | null; onClose: () => void }) {
  const stale = useStale()
  const start = zone === null ? EMPTY : draftOf(zone)
  const { draft, change, clear } = useDraft<Draft>(`zone ${zone?.id ?? 'new'} ${zone?.version ?? 0}`, start)
  const [shown, problem] = geometryOf(draft)
  const { run, isBusy, fault } = useAction(async () => {
    if (shown === null) throw new Error(problem)
    const fields = { name: draft.name.trim(), geometry: shown }
    if (zone === null) await call(addZone, fields)
    else await call(updateZone, { id: zone.id, expected_version: zone.version, ...fields })
    clear(start)
    stale(getZones)
    onClose()
  })
  return (
    <Form
      className="login-form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
    >
      <NameInput data-autofocus maxLength={80} value={draft.name} onChange={(name) => change({ name })} />
      <Segments
        label="Zone input"
        data={[
          { value: 'box', label: 'Bounds' },
          { value: 'shape', label: 'GeoJSON' },
        ]}
        value={draft.way}
        onChange={(way) =>
          change({
            way: way === 'shape' ? 'shape' : 'box',
            ...(way === 'shape' && draft.text === '' ? { text: JSON.stringify(boxShape(draft.box)) } : {}),
          })
        }
      />
      {draft.way === 'box' ? (
        <div className="zone-sides">
          {SIDES.map(([side, label, least, most]) => (
            <NumberInput
              key={side}
              label={`${label} (degrees)`}
              min={least}
              max={most}
              decimalScale={6}
              value={draft.box[side]}
              onChange={(value) =>
                typeof value === 'number' && change({ box: { ...draft.box, [side]: value } })
              }
            />
          ))}
          <p className="account-note">
            South and west are negative. To cross 180 degrees, enter an east value above 180, for example 170
            to 190.
          </p>
        </div>
      ) : (
        <Textarea
          label="GeoJSON"
          description="A Polygon or MultiPolygon, or a Feature with one. Longitude first."
          autosize
          minRows={6}
          maxRows={14}
          value={draft.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
      )}
      {shown !== null && <ZoneSketch shapes={[shown]} />}
      <LoginError text={fault?.message ?? (draft.way === 'shape' && draft.text !== '' ? problem : '')} />
      <div className="account-buttons">
        <Button type="submit" loading={isBusy} disabled={shown === null}>
          {zone === null ? 'Add' : 'Save'}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            clear(start)
            onClose()
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  )
}

const boxShape = ({ west, south, east, north }: Box): ZoneGeometry => polygonOfBox([west, south, east, north])

/** The shape of a draft, or null and what is wrong with it. */
export function geometryOf(draft: Pick<Draft, 'way' | 'box' | 'text'>): [ZoneGeometry | null, string] {
  const { box } = draft
  if (draft.way === 'box') {
    if (box.north <= box.south) return [null, 'North must be above south.']
    return box.east <= box.west
      ? [null, 'East must be greater than west. Past 180 degrees, add 360.']
      : [boxShape(box), '']
  }
  try {
    const value = JSON.parse(draft.text) as {
      type?: string
      geometry?: unknown
      features?: { geometry: unknown }[]
    }
    const geometry = (
      value.type === 'Feature'
        ? value.geometry
        : value.type === 'FeatureCollection'
          ? value.features?.[0]?.geometry
          : value
    ) as ZoneGeometry
    const isShape = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
    return isShape && Array.isArray(geometry.coordinates)
      ? [geometry, '']
      : [null, 'The shape must be a Polygon or MultiPolygon.']
  } catch {
    return [null, 'Not valid GeoJSON. Paste a Polygon or MultiPolygon.']
  }
}

function draftOf(zone: Zone): Draft {
  const { geometry, name } = zone
  const ring =
    geometry?.type === 'Polygon' && geometry.coordinates.length === 1 ? geometry.coordinates[0]! : null
  const lons = ring?.map(([lon]) => lon) ?? []
  const lats = ring?.map(([, lat]) => lat) ?? []
  const box = {
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  }
  const isBox =
    ring?.length === 5 &&
    ring.every(([lon, lat]) => [box.west, box.east].includes(lon) && [box.south, box.north].includes(lat))
  return {
    name,
    way: isBox ? 'box' : 'shape',
    box: isBox ? box : EMPTY.box,
    text: isBox ? '' : JSON.stringify(geometry),
  }
}
