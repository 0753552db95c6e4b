// Puts a build in the place of the one before, whose files stay for pages that were opened from it.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'

/** Time after an upgrade at which an open page is reloaded, ms. */
const KEPT_MS = 86_400_000

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

/**
 * Renames `next` to `current`. What `current` had in `assets/` and the new one has not goes on in `before/`, for a day:
 * the server gives it under its old name. The time of a file there is when it was replaced.
 */
export function swapIn(next, current, now = Date.now()) {
  const before = path.join(next, 'before')
  const isNew = new Set(namesIn(path.join(next, 'assets')))
  const carry = (folder, replacedAt) => {
    for (const name of namesIn(folder)) {
      const from = path.join(folder, name)
      const at = replacedAt(from)
      if (isNew.has(name) || now - at > KEPT_MS) continue
      mkdirSync(before, { recursive: true })
      copyFileSync(from, path.join(before, name))
      utimesSync(path.join(before, name), at / 1000, at / 1000)
    }
  }
  carry(path.join(current, 'before'), (file) => statSync(file).mtimeMs)
  carry(path.join(current, 'assets'), () => now)
  const old = `${next}.old`
  rmSync(old, { recursive: true, force: true })
  mkdirSync(path.dirname(current), { recursive: true })
  if (existsSync(current)) renameSync(current, old)
  renameSync(next, current)
  rmSync(old, { recursive: true, force: true })
}
