const TITLE = 'Samudra'
let unread = 0
/** Marks by who set them, the last to be set first in the title. */
const marks = new Map<string, string>()

function write() {
  const name = unread === 0 ? TITLE : `(${unread}) ${TITLE}`
  const mark = [...marks.values()].at(-1)
  document.title = mark === undefined ? name : `${mark} – ${name}`
}

/** Shows the number of unread things in the title of the window. */
export function setUnreadTitle(count: number): void {
  unread = count
  write()
}
/** Shows words before the title of the window, as for a call; null removes them. */
export function markTitle(key: string, words: string | null): void {
  marks.delete(key)
  if (words !== null) marks.set(key, words)
  write()
}
