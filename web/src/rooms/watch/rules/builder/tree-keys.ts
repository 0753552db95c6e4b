import type { RuleGroup } from '@samudra/contract/rules'
import {
  childrenOf,
  insert,
  keyOf,
  move,
  nodeAt,
  pathOf,
  placeDown,
  placeIn,
  placeOut,
  placeUp,
  remove,
  unwrap,
  wrap,
  type Path,
} from './tree.ts'

/** Action of keys and menus on a condition. */
export type Act = 'up' | 'down' | 'out' | 'in' | 'wrap' | 'unwrap' | 'copy' | 'remove'
/** With Alt, by the place of the key. */
export const KEYS: Readonly<Record<string, Act>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
  KeyW: 'wrap',
  KeyU: 'unwrap',
  KeyC: 'copy',
  Delete: 'remove',
  Backspace: 'remove',
}

export const textOfPath = (path: Path) => path.join('.')
export const pathOfText = (text: string): Path => (text === '' ? [] : text.split('.').map(Number))

/** Result of an action: the tree, the focused condition, and the text to announce. Null if nothing changes. */
type Done = { root: RuleGroup; focus: number | null; text: string }

export function acted(root: RuleGroup, what: Act, path: Path): Done | null {
  const node = nodeAt(root, path)
  if (node === undefined) return null
  const key = keyOf(node)
  const done = (next: RuleGroup, words: string, focus: number | null = key): Done | null =>
    next === root ? null : { root: next, focus, text: words }
  switch (what) {
    case 'wrap': {
      const next = wrap(root, path)
      return done(next, 'Grouped.')
    }
    case 'unwrap': {
      const [first] = childrenOf(node)
      return done(unwrap(root, path), 'Ungrouped.', first === undefined ? null : keyOf(first))
    }
    case 'remove':
      return done(remove(root, path), 'Deleted.', besideOf(root, path))
    case 'copy': {
      const copy = structuredClone(node)
      const after = [...path.slice(0, -1), (path.at(-1) ?? 0) + 1]
      return path.length === 0 ? null : done(insert(root, after, copy), 'Copied.', keyOf(copy))
    }
    default: {
      const to = PLACES[what](root, path)
      if (to === null) return null
      const next = move(root, path, to)
      return done(next, placeText(next, pathOf(next, key) ?? []))
    }
  }
}
const PLACES = { up: placeUp, down: placeDown, out: placeOut, in: placeIn }

/** Returns the condition focused after a removal: the one that takes its place, the one before, or its box. */
function besideOf(root: RuleGroup, path: Path): number | null {
  const parent = path.slice(0, -1)
  const at = path.at(-1) ?? 0
  const beside = nodeAt(root, [...parent, at + 1]) ?? (at > 0 ? nodeAt(root, [...parent, at - 1]) : undefined)
  const box = parent.length === 0 ? undefined : nodeAt(root, parent)
  const next = beside ?? box
  return next === undefined ? null : keyOf(next)
}

function placeText(root: RuleGroup, path: Path): string {
  const box = nodeAt(root, path.slice(0, -1))
  const count = box === undefined ? 0 : childrenOf(box).length
  return `Moved to place ${(path.at(-1) ?? 0) + 1} of ${count}, ${path.length} deep.`
}

/** Where what is let go over a condition goes: `share` is how far down its row the pointer is, 0 to 1 and beyond below it. */
export function dropPlace(
  root: RuleGroup,
  path: Path,
  share: number,
): { to: Path; side: 'before' | 'after' | 'into' } {
  const node = nodeAt(root, path)
  const isBox = node !== undefined && 'op' in node
  if (isBox && (path.length === 0 || share > 0.4))
    return { to: [...path, share > 1 ? childrenOf(node).length : 0], side: 'into' }
  return share < 0.5
    ? { to: path, side: 'before' }
    : { to: [...path.slice(0, -1), (path.at(-1) ?? 0) + 1], side: 'after' }
}
