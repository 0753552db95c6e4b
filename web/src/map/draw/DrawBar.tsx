import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Drawing } from './drawing.ts'
import type { DrawState } from './use-drawing.ts'
import './draw.css'

/** The bar over the chart while something is drawn: what to do, how large it is by now, undo and redo, done or not. */
export function DrawBar(props: {
  drawing: Drawing | null
  state: DrawState
  hint: string
  /** Length, area or radius by now. */
  measure?: ReactNode
  /** Button that is disabled while it is not ready, or while the drawing cannot be saved; the bar then shows why. */
  done?: { label: string; isReady: boolean; act: () => void }
  onCancel: () => void
  children?: ReactNode
}) {
  const { drawing, state } = props
  return (
    <div className="draw-bar" role="toolbar" aria-label="Drawing" aria-busy={drawing === null}>
      <span className="draw-hint" role="status">
        {drawing === null
          ? 'Loading drawing tools…'
          : props.done !== undefined && state.kind === null && state.fault !== null
            ? state.fault
            : props.hint}
      </span>
      {props.measure !== undefined && <b className="figures">{props.measure}</b>}
      {props.children}
      <button
        type="button"
        className="icon-button"
        aria-label="Undo"
        title="Undo (Ctrl Z)"
        disabled={!state.canUndo}
        onClick={() => drawing?.undo()}
      >
        <IconArrowBackUp size={16} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={!state.canRedo}
        onClick={() => drawing?.redo()}
      >
        <IconArrowForwardUp size={16} />
      </button>
      {(state.kind === 'polygon' || state.kind === 'line') && (
        <Button size="compact-xs" variant="default" onClick={() => drawing?.finish()}>
          Finish
        </Button>
      )}
      {props.done !== undefined && (
        <Button
          size="compact-xs"
          disabled={!props.done.isReady || state.fault !== null}
          onClick={props.done.act}
        >
          {props.done.label}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Hints on the next step, for each kind of shape. */
export const DRAW_HINTS = {
  point: 'Click to place the point (Space: at the map centre).',
  line: 'Click each corner (Space: at the map centre). Press Enter or click the last corner again to finish.',
  polygon: 'Click each corner (Space: at the map centre). Press Enter or click the first corner to finish.',
  rectangle: 'Click or drag from one corner to the opposite corner.',
  circle: 'Click or drag from the centre outwards.',
  lasso: 'Press and drag around the area.',
} as const
