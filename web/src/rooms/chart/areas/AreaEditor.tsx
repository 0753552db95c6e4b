import { Button } from '@mantine/core'
import { addAoi, areaKind, updateAoi, type Aoi } from '@samudra/contract/areas'
import { METRES_PER_NM } from '@samudra/nautical/units'
import { useEffect, useRef, useState } from 'react'
import { DistanceInput } from '../../../kit/forms/DistanceInput.tsx'
import { EditForm } from '../../../kit/forms/EditForm.tsx'
import type { Chart } from '../../../map/chart/chart.ts'
import { Corners } from '../../../map/draw/Corners.tsx'
import { DRAW_HINTS, DrawBar } from '../../../map/draw/DrawBar.tsx'
import type { Drawing, DrawKind } from '../../../map/draw/drawing.ts'
import { putGeometry } from '../../../map/draw/outline.ts'
import type { Position } from '../../../map/draw/shapes.ts'
import { useDrawing } from '../../../map/draw/use-drawing.ts'
import { call } from '../../../wire/call.ts'
import { areas } from '../../../stored/shared.ts'
import { closeEditor, type AreaKind } from './areas.store.ts'
import { AreaFields } from './AreaFields.tsx'
import { CircleRadius, CorridorPreview, Parts, Paste } from './AreaTools.tsx'
import { draftOf, fieldsOf, type AreaDraft } from './area-draft.ts'
import { outlineOf } from './area-outline.ts'

const WIDTH_NM = 10
/** Snapping looks at so many corners of other areas at most. */
const CORNERS = 5000

/** Draws a new area or changes one: its outline on the map, everything else in the form. */
export function AreaEditor({
  chart,
  area,
  kind,
  at,
}: {
  chart: Chart
  area: Aoi | null
  kind: AreaKind | null
  at: Position | null
}) {
  const others = areas.use((state) => state.rows)
  const [draft, setDraft] = useState<AreaDraft>(() => draftOf(area))
  const [widthNm, setWidth] = useState(area?.shape?.shape === 'corridor' ? area.shape.width_nm : WIDTH_NM)
  const change = (part: Partial<AreaDraft>) => setDraft((before) => ({ ...before, ...part }))
  const { drawing, state } = useDrawing(chart, {
    colour: draft.color,
    ready: (made) => {
      if (area !== null) return put(made, area)
      const drawn = drawKindOf(kind)
      if (drawn === null) return
      if (drawn === 'circle' && at !== null) made.setCircle(at, WIDTH_NM)
      else {
        made.begin(drawn)
        if (at !== null && drawn !== 'lasso') made.clickAt(at)
      }
    },
    snapTo: () => cornersOf(others.filter(({ id }) => id !== area?.id)),
  })
  const outline = outlineOf(state.features, widthNm)
  const corridor =
    outline !== null && 'shape' in outline && outline.shape.shape === 'corridor' ? outline.shape : null
  const isCorridor = corridor !== null
  const form = useNameNext(state.kind === null && state.features.length > 0 && area === null)
  const save = async (over: Aoi | null) => {
    if (outline === null) return
    const fields = { ...fieldsOf(draft), ...outline }
    const saved =
      over === null
        ? await call(addAoi, { ...fields, backfill_days: draft.days })
        : await call(updateAoi, { id: over.id, expected_version: over.version, ...fields })
    areas.take(saved)
    closeEditor()
  }
  return (
    <>
      <CorridorPreview chart={chart} line={corridor?.line ?? null} widthNm={widthNm} colour={draft.color} />
      <DrawBar drawing={drawing} state={state} hint={hintFor(state.kind)} onCancel={closeEditor} />
      <EditForm
        ref={form}
        className="area-editor"
        data-float
        aria-label={area === null ? 'New area' : `Edit ${area.name}`}
        kind={areaKind}
        of={area}
        save={save}
        typed={(theirs) => ({ ...theirs, ...fieldsOf(draft), shape: null, ...outline })}
        take={(theirs) => {
          setDraft(draftOf(theirs))
          if (drawing !== null) put(drawing, theirs)
        }}
        renderButtons={(isBusy) => (
          <div className="area-acts">
            <Button size="xs" type="submit" disabled={state.fault !== null} loading={isBusy}>
              Save
            </Button>
            <Button size="xs" variant="default" onClick={closeEditor}>
              Cancel
            </Button>
            {state.fault !== null && (
              <span className="area-note" role="status">
                {state.fault}
              </span>
            )}
          </div>
        )}
      >
        {(fault) => (
          <>
            <AreaFields draft={draft} change={change} fault={fault} isNew={area === null}>
              {isCorridor ? (
                <DistanceInput
                  label="Width"
                  min={40}
                  max={500 * METRES_PER_NM}
                  metres={widthNm * METRES_PER_NM}
                  onChange={(metres) => setWidth(metres / METRES_PER_NM)}
                />
              ) : (
                <CircleRadius drawing={drawing} features={state.features} />
              )}
            </AreaFields>
            <Corners drawing={drawing} features={state.features} />
            <Parts drawing={drawing} isCorridor={isCorridor} />
            {kind === 'paste' && <Paste drawing={drawing} chart={chart} />}
          </>
        )}
      </EditForm>
    </>
  )
}

/** Moves the focus to the name once the outline is drawn, except where a keyboard would cover the chart. */
function useNameNext(isDrawn: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!isDrawn || matchMedia('(pointer: coarse)').matches) return
    const name = form.current?.querySelector('input')
    if (name?.value === '') name.focus({ preventScroll: true })
  }, [isDrawn])
  return form
}

const hintFor = (kind: DrawKind | null) =>
  kind === null
    ? 'Drag corners and midpoints, or type over them; right-click a corner to remove it.'
    : DRAW_HINTS[kind]

const drawKindOf = (kind: AreaKind | null): DrawKind | null =>
  kind === null || kind === 'paste' ? null : kind === 'corridor' ? 'line' : kind

/** Puts a stored area on the map for editing, as what it was drawn. */
function put(drawing: Drawing, { geometry, shape }: Aoi) {
  drawing.clear()
  if (shape?.shape === 'circle') return drawing.setCircle(shape.center, shape.radius_nm)
  if (shape?.shape === 'corridor') drawing.add({ type: 'LineString', coordinates: shape.line })
  else putGeometry(drawing, geometry)
  drawing.edit()
}

function cornersOf(areas: readonly Aoi[]): Position[] {
  const corners: Position[] = []
  for (const { geometry } of areas)
    for (const ring of geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat())
      for (const [lon, lat] of ring) if (corners.length < CORNERS) corners.push([lon, lat])
  return corners
}
