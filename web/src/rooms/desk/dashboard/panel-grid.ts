import { GRID_COLUMNS, type Panel } from '@samudra/contract/dashboards'

type Rect = Pick<Panel, 'x' | 'y' | 'w' | 'h'>

/** Returns the first row below all panels. */
export const bottomOf = (panels: readonly Rect[]) => Math.max(0, ...panels.map(({ y, h }) => y + h))

/** Returns a panel one step further or larger, within the grid. */
export function stepped(panel: Panel, step: keyof typeof STEPS): Panel {
  const { x, y, w, h } = STEPS[step](panel)
  const width = Math.min(Math.max(w, 2), GRID_COLUMNS)
  return {
    ...panel,
    w: width,
    h: Math.min(Math.max(h, 2), 40),
    x: Math.min(Math.max(x, 0), GRID_COLUMNS - width),
    y: Math.max(y, 0),
  }
}
/** Steps of a panel by keyboard. */
export const STEPS = {
  left: ({ x, ...rest }: Rect) => ({ ...rest, x: x - 1 }),
  right: ({ x, ...rest }: Rect) => ({ ...rest, x: x + 1 }),
  up: ({ y, ...rest }: Rect) => ({ ...rest, y: y - 1 }),
  down: ({ y, h, ...rest }: Rect) => ({ ...rest, h, y: y + h }),
  wider: ({ w, ...rest }: Rect) => ({ ...rest, w: w + 1 }),
  narrower: ({ w, ...rest }: Rect) => ({ ...rest, w: w - 1 }),
  taller: ({ h, ...rest }: Rect) => ({ ...rest, h: h + 1 }),
  lower: ({ h, ...rest }: Rect) => ({ ...rest, h: h - 1 }),
}
export type Step = keyof typeof STEPS

/** Returns panels in the order in which they are read. */
export const inReadingOrder = (panels: readonly Panel[]) => [...panels].sort((a, b) => a.y - b.y || a.x - b.x)
