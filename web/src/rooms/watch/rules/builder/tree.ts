import { partsOf } from '@samudra/contract/rule-tree'
import type { RuleGroup, RuleNode } from '@samudra/contract/rules'

/** Which child of which child, from the outermost box on; empty for that box itself. */
export type Path = readonly number[]

/** The conditions within a condition: of a box what it holds, of others what they ask of another ship or step by step. */
export const childrenOf = (node: RuleNode): readonly RuleNode[] => partsOf(node).map(([, part]) => part)
function withChildren(node: RuleNode, children: RuleNode[]): RuleNode {
  if ('op' in node) return same(node, bounded({ ...node, of: children }))
  if (node.k === 'seq') return same(node, { ...node, steps: children })
  const [to] = children
  const hasOtherVessel = node.k === 'near' || node.k === 'cpa'
  return to === undefined || !hasOtherVessel ? node : same(node, { ...node, to })
}
/** Returns a group whose AT LEAST requires no more than there are. */
const bounded = (group: RuleGroup): RuleGroup =>
  group.n === undefined ? group : { ...group, n: Math.max(1, Math.min(group.n, group.of.length)) }

/** Returns true if conditions can be added and removed; a condition on another vessel is one and stays one. */
const isOpen = (node: RuleNode) => 'op' in node || node.k === 'seq'

const names = new WeakMap<RuleNode, number>()
let named = 0
/** Returns the key of a condition during editing, wherever it is moved to. */
export function keyOf(node: RuleNode): number {
  const known = names.get(node)
  if (known !== undefined) return known
  names.set(node, ++named)
  return named
}
/** Gives a condition the key of the one it replaces, so that views treat them as the same. */
export function same<Node extends RuleNode>(old: RuleNode, next: Node): Node {
  names.set(next, keyOf(old))
  return next
}

export const nodeAt = (root: RuleNode, path: Path): RuleNode | undefined =>
  path.reduce<RuleNode | undefined>((node, i) => (node === undefined ? undefined : childrenOf(node)[i]), root)

/** Where a condition stands by what it is known by; null where it does not. */
export function pathOf(root: RuleNode, key: number): Path | null {
  if (keyOf(root) === key) return []
  for (const [i, child] of childrenOf(root).entries()) {
    const rest = pathOf(child, key)
    if (rest !== null) return [i, ...rest]
  }
  return null
}

function changed(root: RuleNode, path: Path, change: (node: RuleNode) => RuleNode): RuleNode {
  const [i, ...rest] = path
  if (i === undefined) return change(root)
  const children = [...childrenOf(root)]
  const child = children[i]
  if (child === undefined) return root
  children[i] = changed(child, rest, change)
  return withChildren(root, children)
}

/** Another condition in the place of one. */
export const put = <Root extends RuleNode>(root: Root, path: Path, next: RuleNode): Root =>
  changed(root, path, (old) => (names.has(next) ? next : same(old, next))) as Root

const parentOf = (path: Path) => path.slice(0, -1)
const lastOf = (path: Path) => path.at(-1) ?? 0

/** A condition more, before the one that stands there now. */
export function insert<Root extends RuleNode>(root: Root, path: Path, node: RuleNode): Root {
  const parent = nodeAt(root, parentOf(path))
  if (parent === undefined || path.length === 0 || !isOpen(parent)) return root
  return changed(root, parentOf(path), (box) =>
    withChildren(box, childrenOf(box).toSpliced(lastOf(path), 0, node)),
  ) as Root
}

/** Without a condition; the outermost box stays, and so does what another condition cannot do without. */
export function remove<Root extends RuleNode>(root: Root, path: Path): Root {
  const parent = nodeAt(root, parentOf(path))
  if (path.length === 0 || parent === undefined || !isOpen(parent)) return root
  return changed(root, parentOf(path), (box) =>
    withChildren(box, childrenOf(box).toSpliced(lastOf(path), 1)),
  ) as Root
}

const isWithin = (path: Path, outer: Path) => outer.every((i, at) => path[at] === i)

/** Takes a condition away and puts it before the one at another path, as the paths are now. */
export function move<Root extends RuleNode>(root: Root, from: Path, to: Path): Root {
  const node = nodeAt(root, from)
  const [source, target] = [nodeAt(root, parentOf(from)), nodeAt(root, parentOf(to))]
  if (node === undefined || source === undefined || target === undefined) return root
  if (from.length === 0 || to.length === 0 || !isOpen(source) || !isOpen(target)) return root
  if (isWithin(to, from)) return root
  const taken = remove(root, from)
  return insert(taken, afterRemoval(to, from), node)
}
/** The same place once a condition is taken out. */
function afterRemoval(path: Path, removed: Path): Path {
  const level = removed.length - 1
  const isBeside = path.length > level && isWithin(path, parentOf(removed))
  const shifts = isBeside && path[level]! > removed[level]!
  return shifts ? path.with(level, path[level]! - 1) : path
}

/** One place up as they are read: into the end of the box above, past the condition above, or out before its box. */
export function placeUp(root: RuleNode, path: Path): Path | null {
  if (path.length === 0) return null
  const at = lastOf(path)
  if (at === 0) return outPlace(root, path, 0)
  const above = [...parentOf(path), at - 1]
  const box = nodeAt(root, above)!
  return isOpen(box) ? [...above, childrenOf(box).length] : above
}
/** One place down: into the beginning of the box below, past the condition below, or out after its box. */
export function placeDown(root: RuleNode, path: Path): Path | null {
  if (path.length === 0) return null
  const below = [...parentOf(path), lastOf(path) + 1]
  const box = nodeAt(root, below)
  if (box === undefined) return outPlace(root, path, 1)
  return isOpen(box) ? [...below, 0] : [...parentOf(path), lastOf(path) + 2]
}
/** Out of its box, behind it. */
export const placeOut = (root: RuleNode, path: Path): Path | null => outPlace(root, path, 1)
/** Into the end of the box above, or the beginning of the one below. */
export function placeIn(root: RuleNode, path: Path): Path | null {
  if (path.length === 0) return null
  for (const [step, atEnd] of [
    [-1, true],
    [1, false],
  ] as const) {
    const beside = [...parentOf(path), lastOf(path) + step]
    const box = lastOf(path) + step < 0 ? undefined : nodeAt(root, beside)
    if (box !== undefined && isOpen(box)) return [...beside, atEnd ? childrenOf(box).length : 0]
  }
  return null
}
function outPlace(root: RuleNode, path: Path, after: 0 | 1): Path | null {
  const parent = parentOf(path)
  const outer = parent.length === 0 ? undefined : nodeAt(root, parentOf(parent))
  if (outer === undefined || !isOpen(outer)) return null
  return [...parentOf(parent), lastOf(parent) + after]
}

/** A box around a condition, of ANY so that others can be put beside it. */
export const wrap = <Root extends RuleNode>(root: Root, path: Path): Root =>
  path.length === 0 ? root : (changed(root, path, (node) => ({ op: 'ANY', of: [node] })) as Root)

/** Replaces a box by its contents. The outermost one is replaced only by a single box in it. */
export function unwrap<Root extends RuleNode>(root: Root, path: Path): Root {
  const box = nodeAt(root, path)
  if (box === undefined || !('op' in box)) return root
  if (path.length === 0) {
    const [only, ...more] = box.of
    return only !== undefined && more.length === 0 && 'op' in only ? (only as Root) : root
  }
  const parent = nodeAt(root, parentOf(path))!
  if (!isOpen(parent)) return box.of.length === 1 ? put(root, path, box.of[0]!) : root
  return changed(root, parentOf(path), (outer) =>
    withChildren(outer, childrenOf(outer).toSpliced(lastOf(path), 1, ...box.of)),
  ) as Root
}

/** Every condition with its path, as they are read. */
export function* walk(node: RuleNode, path: Path = []): Generator<{ node: RuleNode; path: Path }> {
  yield { node, path }
  for (const [i, child] of childrenOf(node).entries()) yield* walk(child, [...path, i])
}
