import { Button } from '@mantine/core'
import { endFollow, useFollow } from '../held/follow.ts'

/** Shows which vessel the camera follows, and how to end that. */
export function FollowBar() {
  const ship = useFollow((state) => state.ship)
  if (ship === null) return null
  return (
    <div className="draw-bar" role="toolbar" aria-label="Following a vessel">
      <span className="draw-hint" role="status">
        Following <b>{ship.name || `MMSI ${ship.mmsi}`}</b>. Move the chart or press Esc to stop.
      </span>
      <Button size="compact-xs" variant="default" onClick={endFollow}>
        Stop
      </Button>
    </div>
  )
}
