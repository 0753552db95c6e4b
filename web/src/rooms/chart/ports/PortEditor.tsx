import { Button } from '@mantine/core'
import { addPort, portKind, updatePort, type Port } from '@samudra/contract/ports'
import { useRef, useState } from 'react'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import { Segments } from '../../../kit/forms/Segments.tsx'
import { toast } from '../../../kit/toasts.ts'
import type { Chart } from '../../../map/chart/chart.ts'
import { Corners } from '../../../map/draw/Corners.tsx'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import type { Drawing } from '../../../map/draw/drawing.ts'
import { geometryOf, putGeometry } from '../../../map/draw/outline.ts'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { call } from '../../../wire/call.ts'
import { draftOf, shapeOf, withShape, type PortDraft, type Target } from './port-draft.ts'
import { PortFields } from './PortFields.tsx'
import { endDrawing, ports } from './ports.store.ts'
import './ports.css'

const COLOUR = '#b8860b'

/** Draws a port or corrects one: harbour and anchorages on the map, everything else in the form. */
export function PortEditor(props: { chart: Chart; port: Port | null; at: [number, number] }) {
  const { chart, port, at } = props
  const [draft, setDraft] = useState<PortDraft>(() => draftOf(port, at))
  const [target, setTarget] = useState<Target>('harbour')
  const change = (part: Partial<PortDraft>) => setDraft((before) => ({ ...before, ...part }))
  /** Shape as it was put on the map; an unmoved shape stays as it was, to the last corner. */
  const untouched = useRef('')
  const put = (made: Drawing, of: PortDraft, next: Target) => {
    show(made, of, next)
    untouched.current = JSON.stringify(geometryOf(made.features))
  }
  const { drawing, state } = useDrawing(chart, {
    colour: COLOUR,
    ready: (made) => put(made, draft, 'harbour'),
  })
  /** The draft with what is on the map by now. */
  const drawn = () => {
    if (drawing === null) return draft
    const shape = geometryOf(drawing.features)
    return JSON.stringify(shape) === untouched.current ? draft : withShape(draft, target, shape)
  }
  const isUnready = state.fault !== null && state.features.length > 0
  const turnTo = (next: Target) => {
    if (drawing === null) return
    const now = drawn()
    setDraft(now)
    setTarget(next)
    put(drawing, now, next)
  }
  const values = () => {
    const { reason, ...fields } = drawn()
    return { fields, ...(reason.trim() === '' ? {} : { reason }) }
  }
  const save = async (over: Port | null) => {
    const { fields, ...why } = values()
    const saved =
      over === null
        ? await call(addPort, fields)
        : await call(updatePort, { id: over.id, expected_version: over.version, ...fields, ...why })
    ports.take(saved)
    toast(`${saved.name} is saved`, 'good')
    endDrawing()
  }
  return (
    <>
      <DrawBar
        drawing={drawing}
        state={state}
        hint={
          state.kind === null
            ? 'Drag corners and midpoints, or type over them. Right-click a corner to remove it.'
            : DRAW_HINTS[state.kind]
        }
        onCancel={endDrawing}
      />
      <EditForm
        className="area-editor port-editor"
        data-float
        aria-label={port === null ? 'New port' : `Edit ${port.name}`}
        kind={portKind}
        of={port}
        save={save}
        typed={(theirs) => ({ ...theirs, ...values().fields })}
        take={(theirs) => {
          const next = draftOf(theirs, at)
          setDraft(next)
          setTarget('harbour')
          if (drawing !== null) put(drawing, next, 'harbour')
        }}
        renderButtons={(isBusy) => (
          <div className="area-acts">
            <Button size="xs" type="submit" disabled={drawing === null || isUnready} loading={isBusy}>
              Save
            </Button>
            <Button size="xs" variant="default" onClick={endDrawing}>
              Cancel
            </Button>
            {isUnready && (
              <span className="area-note" role="status">
                {state.fault}
              </span>
            )}
          </div>
        )}
      >
        {(fault) => (
          <>
            <PortFields draft={draft} change={change} fault={fault} />
            <Targets draft={draft} target={target} isReady={!isUnready} onTurn={turnTo} />
            {target !== 'harbour' && <AnchorageName draft={draft} target={target} change={change} />}
            <div className="area-acts">
              <Button
                size="compact-xs"
                variant="default"
                disabled={drawing === null}
                onClick={() => {
                  drawing?.clear()
                  drawing?.begin('polygon')
                }}
              >
                Redraw
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                disabled={drawing === null || state.features.length === 0}
                onClick={() => drawing?.clear()}
              >
                {target === 'harbour' ? 'Use a circle' : 'Remove'}
              </Button>
            </div>
            <Corners drawing={drawing} features={state.features} />
          </>
        )}
      </EditForm>
    </>
  )
}

/** Puts one shape of a draft on the map; where there is none it is drawn next. */
function show(drawing: Drawing, draft: PortDraft, target: Target) {
  drawing.clear()
  const shape = shapeOf(draft, target)
  if (shape === null) return drawing.begin('polygon')
  putGeometry(drawing, shape)
  drawing.edit()
}

function Targets(props: {
  draft: PortDraft
  target: Target
  isReady: boolean
  onTurn: (target: Target) => void
}) {
  const { draft, target, isReady, onTurn } = props
  const count = Math.max(draft.anchorages.length, typeof target === 'number' ? target + 1 : 0)
  const turn = (value: string) => onTurn(value === 'harbour' ? 'harbour' : Number(value))
  return (
    <Segments
      fullWidth
      label="Drawn shape"
      disabled={!isReady}
      value={String(target)}
      onChange={turn}
      data={[
        { value: 'harbour', label: 'Harbour' },
        ...Array.from({ length: count }, (_, i) => ({ value: String(i), label: `Anchorage ${i + 1}` })),
        ...(count < 4 && draft.anchorages.length === count ? [{ value: String(count), label: '+' }] : []),
      ]}
    />
  )
}

function AnchorageName(props: {
  draft: PortDraft
  target: number
  change: (part: Partial<PortDraft>) => void
}) {
  const { draft, target, change } = props
  const one = draft.anchorages[target]
  if (one === undefined) return null
  return (
    <input
      className="port-anchorage-name"
      aria-label="Anchorage name"
      maxLength={100}
      value={one.name}
      onChange={(event) =>
        change({ anchorages: draft.anchorages.with(target, { ...one, name: event.currentTarget.value }) })
      }
    />
  )
}
